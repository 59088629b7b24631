import type { ServerResponse } from 'node:http';
import type { WallId } from '#shared/ids';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors/refusal.ts';
import { requestIdHeader } from '../http/request-ids.ts';
import { type WallCaller, wallOf } from './walls.ts';

/** In milliseconds: a wall that was ended shows nothing more after it. */
const beatEvery = 5000;
/** In bytes: a wall that reads nothing any more is cut off. */
const unreadAtMost = 16 * 1024;
/** A browser needs one, and for a moment two when it comes back. */
const streamsPerWall = 4;
const openOf = new Map<WallId, ServerResponse[]>();

/** Tells a wall that its board has changed, never what: it reads that itself, as long as it is one. */
export async function openWallStream(
  deps: Deps,
  { id, boardId, revision }: WallCaller,
  request: Parameters<typeof requestIdHeader>[0] & { headers: { cookie?: string | undefined } },
  raw: ServerResponse,
): Promise<void> {
  // Gone while the wall was looked up: it has told that already.
  if (raw.destroyed) return;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    // nginx would hold events back.
    'x-accel-buffering': 'no',
    ...requestIdHeader(request),
  });
  const tell = (event: 'hello' | 'changed' | 'beat') => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(`event: ${event}\ndata:\n\n`);
    if (raw.writableLength > unreadAtMost) raw.destroy();
  };
  const beat = setInterval(() => {
    void goesOn(deps, request.headers.cookie).then((isThere) => (isThere ? tell('beat') : raw.end()));
  }, beatEvery);
  const watching = deps.liveFeed.watch({ id: boardId, revision }, { changed: () => tell('changed'), end: () => raw.end() });
  const open = openOf.get(id) ?? [];
  if (open.length >= streamsPerWall) open[0]?.end();
  openOf.set(id, [...open.slice(1 - streamsPerWall), raw]);
  raw.on('close', () => {
    clearInterval(beat);
    const others = openOf.get(id)?.filter((one) => one !== raw) ?? [];
    if (others.length > 0) openOf.set(id, others);
    else openOf.delete(id);
    void watching.then((stop) => stop());
  });
  await watching;
  // What changed until now is in what the wall reads after it.
  tell('hello');
}

async function goesOn(deps: Deps, cookieHeader: string | undefined): Promise<boolean> {
  try {
    await wallOf(deps, cookieHeader);
    return true;
  } catch (failure) {
    // A database that does not answer is no reason to send anybody away.
    return !(failure instanceof Refusal);
  }
}
