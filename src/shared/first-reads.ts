import { pageAt, type PageName } from './pages.ts';

/**
 * The addresses that the screen at a path reads before it can be drawn, for somebody who is signed in. The server answers them along with
 * the page; what is missing here is read as always, by a request of its own.
 */
export function firstReadsOf(path: string): string[] {
  const ofScreen = ofScreens[pageAt(path, true)]?.(path);
  // Every screen of the shell shows the pending requests.
  return ofScreen ? ['/api/session', '/api/requests', ...ofScreen] : ['/api/session'];
}

const ofScreens: Partial<Record<PageName, (path: string) => string[] | undefined>> = {
  dashboard: () => ['/api/activities', '/api/boards', '/api/favourites'],
  boards: () => ['/api/boards'],
  board: (path) => readOf('/api/boards', path),
  requests: () => ['/api/boards'],
  invitation: (path) => readOf('/api/invitations', path),
};

/** What the second segment of a path names. Anything else than an id or a token could lead to another address: for a URL `..\live` goes one up. */
function readOf(collection: string, path: string): string[] | undefined {
  const id = path.split('/')[2] ?? '';
  return /^[\w-]{1,64}$/.test(id) ? [`${collection}/${id}`] : undefined;
}

/** In the page, the id of the element that holds the replies by their addresses, as JSON. */
export const firstRepliesId = 'first-replies';
