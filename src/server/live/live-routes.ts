import type { ServerResponse } from 'node:http';
import type { Person } from '../accounts/identity.ts';
import { readRevisions } from '../boards/board-store.ts';
import type { Deps } from '../deps.ts';
import { type App, serve } from '../http/serve.ts';
import { countPendingReceived } from '../requests/request-store.ts';
import { frameOf, type Reader } from './live-feed.ts';

/** A reader that leaves this much unread is cut: it catches up when it comes back. In bytes. */
const unreadAtMost = 64 * 1024;
/** In milliseconds; proxies cut what is silent for longer. */
const beatEvery = 20_000;

/** `GET /api/live`: the one stream of a browser, as Server-Sent Events. */
export function liveRoutes(app: App, deps: Deps): void {
  const { database, identity, liveFeed } = deps;
  serve(app, 'GET /api/live', async ({ person, request, reply }) => {
    const cookieHeader = request.headers.cookie;
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      connection: 'keep-alive',
      // nginx would hold events back.
      'x-accel-buffering': 'no',
    });

    const { hold, reader } = holdingReader(raw, person);
    const stream = liveFeed.open(reader);
    const beat = setInterval(() => {
      void stillRecognised(identity, cookieHeader, person.sessionId).then((recognised) => {
        if (recognised) reader.write('event: beat\ndata:\n\n');
        else liveFeed.endSession(person.sessionId);
      });
    }, beatEvery);
    raw.on('close', () => {
      clearInterval(beat);
      stream.close();
    });

    // Read again once the boards are followed: a change in between is then either in the greeting or in the stream.
    const boards = await readRevisions(database.read, person.id);
    stream.follow(boards.map(({ id }) => id));
    const current = await readRevisions(database.read, person.id);
    stream.follow(current.map(({ id }) => id));
    const pendingRequests = await countPendingReceived(database.read, person.id);
    // Ended between the request and the stream, the session would never be told.
    if (!(await stillRecognised(identity, cookieHeader, person.sessionId))) liveFeed.endSession(person.sessionId);
    hold.release(
      frameOf({ type: 'hello', boards: Object.fromEntries(current.map(({ id, revision }) => [id, revision])), pendingRequests }),
    );
    return undefined;
  });
}

/** A reader whose frames wait until the greeting is out, since the greeting must come first. */
function holdingReader(raw: ServerResponse, { id, sessionId }: Person) {
  let held: string[] | null = [];
  const reader: Reader = {
    userId: id,
    sessionId,
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
async function stillRecognised(identity: Deps['identity'], cookieHeader: string | undefined, sessionId: string): Promise<boolean> {
  try {
    const person = await identity.recognise(cookieHeader);
    return person?.sessionId === sessionId;
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
