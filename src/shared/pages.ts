/** The pages that the build makes, one for each kind of address; `app` is the one for every other. */
export const pageNames = [
  'app',
  'landing',
  'invitation',
  'privacy',
  'legal',
  'login',
  'signup',
  'dashboard',
  'boards',
  'board',
  'requests',
] as const;

export type PageName = (typeof pageNames)[number];

/** Which page opens at this path. What only members see opens as the way in for whoever is not signed in: there they are led. */
export function pageAt(path: string, signedIn: boolean): PageName {
  const [, place = '', rest] = /^\/([^/]*)(?:\/(.*?))?\/?$/.exec(path) ?? [];
  if (place === '') return rest ? 'app' : 'landing';
  if (place === 'invite') return rest && !rest.includes('/') ? 'invitation' : 'app';
  const open = openPlaces.get(place);
  if (open) return rest ? 'app' : open;
  const own = ownPlaces.get(place);
  if (!own || rest?.includes('/') || Boolean(rest) !== (own === 'board')) return 'app';
  return signedIn ? own : 'login';
}

const openPlaces = new Map<string, PageName>([
  ['confidentialite', 'privacy'],
  ['mentions-legales', 'legal'],
  ['login', 'login'],
  ['signup', 'signup'],
]);
const ownPlaces = new Map<string, PageName>([
  ['dashboard', 'dashboard'],
  ['boards', 'boards'],
  ['board', 'board'],
  ['requests', 'requests'],
]);
