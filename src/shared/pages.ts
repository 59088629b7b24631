/** The pages that the build makes, one for each kind of address; `app` is the one for every other. */
export const pageNames = [
  'app',
  'landing',
  'invitation',
  'privacy',
  'legal',
  'https',
  'verify',
  'login',
  'signup',
  'dashboard',
  'boards',
  'board',
  'requests',
] as const;

export type PageName = (typeof pageNames)[number];

/** The page that opens at this path. Without a session, screens for signed-in people open the login page. */
export function pageAt(path: string, signedIn: boolean): PageName {
  const [, first = '', rest] = /^\/([^/]*)(?:\/(.*?))?\/?$/.exec(path) ?? [];
  if (first === '') return rest ? 'app' : 'landing';
  if (first === 'invite') return rest && !rest.includes('/') ? 'invitation' : 'app';
  const open = publicPages.get(first);
  if (open) return rest ? 'app' : open;
  const own = memberPages.get(first);
  if (!own || rest?.includes('/') || Boolean(rest) !== (own === 'board')) return 'app';
  return signedIn ? own : 'login';
}

const publicPages = new Map<string, PageName>([
  ['confidentialite', 'privacy'],
  ['mentions-legales', 'legal'],
  ['passer-en-https', 'https'],
  ['verifier', 'verify'],
  ['login', 'login'],
  ['signup', 'signup'],
]);
const memberPages = new Map<string, PageName>([
  ['dashboard', 'dashboard'],
  ['boards', 'boards'],
  ['board', 'board'],
  ['requests', 'requests'],
]);
