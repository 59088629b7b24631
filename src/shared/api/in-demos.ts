/** What the person of a demo may do: what the second player answers, or needs no answer. Whatever else changes something is refused with `demo_stays_here`, also what is added to the table one day. */
import { api, type EndpointKey } from '../api.ts';
import type { Endpoint } from './endpoint.ts';

const playing: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/account/deletion',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:sessionId',
  'PUT /api/notifications/seen',
  'PUT /api/boards/:boardId/actions/:actionId/favourite',
  'DELETE /api/boards/:boardId/actions/:actionId/favourite',
  'POST /api/activities',
  'POST /api/boards/:boardId/activities',
  'POST /api/boards/:boardId/activities/:activityId/undo',
  'PUT /api/boards/:boardId/activities/:activityId/note',
  'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji',
  'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji',
  'PUT /api/boards/:boardId/recaps/:week/read',
  'PUT /api/boards/:boardId/gesture',
  'PUT /api/boards/:boardId/films/:period/seen',
]);

/** The people of demos are not counted, and whoever comes without an invitation learns no name of anybody else. */
const never: ReadonlySet<EndpointKey> = new Set<EndpointKey>(['POST /api/counts', 'GET /api/users/:username']);

/** What a visitor may call as well takes nothing out of a demo, nor does what only reads. */
export function isKeptFromDemos(key: EndpointKey): boolean {
  if (never.has(key)) return true;
  const { public: open }: Endpoint = api[key];
  return !key.startsWith('GET ') && !open && !playing.has(key);
}
