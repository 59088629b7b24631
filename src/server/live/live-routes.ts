import type { ServerResponse } from 'node:http';
import { type LiveEvent, protocol } from '#shared/live-events';
import { findAccount } from '../accounts/accounts.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { readRevisions } from '../boards/board-store.ts';
import { listReadings } from '../boards/news-store.ts';
import type { Deps } from '../deps.ts';
import { requestIdHeader } from '../http/request-ids.ts';
import { type App, serve } from '../http/serve.ts';
import { countPendingReceived } from '../membership/request-store.ts';
import type { Stream } from './live-feed.ts';
import { frameOf, type Reader } from './open-streams.ts';

/** In bytes: a reader with more unread data than this is cut off, and catches up when it reconnects. */
const unreadAtMost = 64 * 1024;
/** In milliseconds; proxies cut what is silent for longer. */
const beatEvery = 20_000;

/** `GET /api/live`: the one stream of a browser, as Server-Sent Events. */
export function liveRoutes(app: App, deps: Deps): void {
  const { identity, liveFeed } = deps;
  serve(app, 'GET /api/live', async ({ caller, request, reply }) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      connection: 'keep-alive',
      // nginx would hold events back.
      'x-accel-buffering': 'no',
      ...requestIdHeader(request),
    });

    const { hold, reader } = holdingReader(raw, caller, async () => {
      const greeting = await greet(stream, deps, caller);
      if (greeting) reader.write(frameOf(greeting));
      else raw.destroy();
    });
    const stream = liveFeed.open(reader);
    const beat = setInterval(() => {
      void goesOn(identity, caller).then((isThere) => {
        if (isThere) reader.write('event: beat\ndata:\n\n');
        else stream.end('session_ended');
      });
    }, beatEvery);
    raw.on('close', () => {
      clearInterval(beat);
      stream.close();
    });

    try {
      const greeting = await greet(stream, deps, caller);
      if (!greeting) return void raw.destroy();
      hold.release(frameOf(greeting));
      // Ended between the request and the stream, the session would never be told. It may also go on under another cookie, which
      // only the browser knows: it comes back, and is refused if it has none.
      if (!(await goesOn(identity, caller))) stream.end('restarting');
    } catch (failure) {
      // The head is sent, so no error can be replied. Without a greeting the reader would wait for ever, so the stream ends.
      raw.destroy();
      throw failure;
    }
    return undefined;
  });
}

/** Follows the boards of a person and returns their revisions; null when the account is gone. */
async function greet(stream: Stream, deps: Deps, { personId: userId }: SessionCaller): Promise<LiveEvent | null> {
  const db = deps.database.read;
  let mark = stream.mark();
  let boards = await readRevisions(db, userId);
  // Read again once the boards are followed: a change in between is then either in the greeting or in the stream.
  while (await stream.follow(boards, mark)) {
    mark = stream.mark();
    boards = await readRevisions(db, userId);
  }
  stream.keepOnly(boards, mark);
  const pendingRequests = await countPendingReceived(db, userId);
  const readings = (await listReadings(db, userId)).filter(({ hasNews, isMuted }) => hasNews || isMuted);
  const account = await findAccount(db, userId);
  if (!account) return null;
  return {
    type: 'hello',
    boards: Object.fromEntries(boards.map(({ id, revision }) => [id, revision])),
    // A page that comes from a copy of another protocol may have missed what it could not read: it reads everything anew.
    epoch: `${await deps.epoch.current()} ${protocol}`,
    protocol,
    readings,
    pendingRequests,
    online: stream.greet(account.preferences.onlineStatus, mark),
    account,
  };
}

/** A reader whose frames wait until the greeting is out, since the greeting must come first. */
function holdingReader(raw: ServerResponse, { personId, sessionId, credential }: SessionCaller, greetAgain: Reader['greetAgain']) {
  let held: string[] | null = [];
  const reader: Reader = {
    userId: personId,
    sessionId,
    credential,
    greetAgain,
    write(frame) {
      if (held) held.push(frame);
      else writeOrCut(raw, frame);
    },
    end: () => raw.end(),
  };
  const hold = {
    release(greeting: string) {
      writeOrCut(raw, `retry: 1000\n${greeting}${held?.join('') ?? ''}`);
      held = null;
    },
  };
  return { hold, reader };
}

// A session also ends by its date, which nobody announces.
async function goesOn(identity: Deps['identity'], caller: SessionCaller): Promise<boolean> {
  try {
    return await identity.goesOn(caller);
  } catch {
    // The database did not answer: no reason to send anybody away.
    return true;
  }
}

function writeOrCut(raw: ServerResponse, frame: string): void {
  if (raw.destroyed || raw.writableEnded) return;
  raw.write(frame);
  if (raw.writableLength <= unreadAtMost) return;
  // The frames of a group of commits are written in one turn of the event loop and sent at its end: only after it does what
  // is left show who does not read.
  setImmediate(() => {
    if (raw.writableLength > unreadAtMost) raw.destroy();
  });
}
