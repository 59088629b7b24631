/**
 * As many open streams as wanted, in a process of their own and on bare sockets, which cost little. Port in argv. Answers { open } once
 * all were greeted and are at rest, and { activities } with when the streams had them.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedClock } from './report.ts';
import { readFrames } from '../tests/frames.ts';

export type Question =
  /** The session of each stream; at rest is what has told nothing for `silence` milliseconds. */
  | { open: readonly string[]; silence: number }
  /** `deliveries` are waited for, of all of them together. */
  | { activities: readonly string[]; deliveries: number };

/** For each activity when each stream had it, on the clock of all processes. */
export type Arrivals = readonly (readonly number[])[];

const port = Number(process.argv[2]);
const openedAtOnce = 100;
const arrivals = new Map<string, number[]>();
let lastNews = 0;

process.once('disconnect', () => process.exit());
process.on('message', (question: Question) => void answer(question).then((said) => process.send?.(said)));

async function answer(question: Question): Promise<number | Arrivals> {
  if ('open' in question) {
    const { open, silence } = question;
    for (let start = 0; start < open.length; start += openedAtOnce)
      await Promise.all(open.slice(start, start + openedAtOnce).map(openStream));
    await until(() => performance.now() - lastNews > silence);
    return open.length;
  }
  const { activities, deliveries } = question;
  await until(() => activities.reduce((sum, id) => sum + (arrivals.get(id)?.length ?? 0), 0) >= deliveries);
  const times = activities.map((id) => arrivals.get(id) ?? []);
  arrivals.clear();
  return times;
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 30_000; !isSo(); await pause(10))
    if (performance.now() > end) throw new Error('the streams have not come that far');
}

/** A stream that is refused or cut ends the bench of them all: less would be measured than is said. */
async function openStream(cookie: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(`GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\ncookie: ${cookie}\r\n\r\n`);
  socket.once('data', (text: string) => {
    const [status = ''] = text.split('\r\n', 1);
    if (!status.includes(' 200 ')) throw new Error(`/api/live: ${status}`);
  });
  socket.once('close', () => {
    throw new Error('the server ended a stream');
  });
  await new Promise<void>((resolve) => {
    const read = (frame: string) => {
      if (frame.includes('event: beat')) return;
      lastNews = performance.now();
      if (frame.includes('event: hello')) resolve();
      // The id of the first activity in a change.
      const [, id] = /"activities":\[\{"id":"([^"]+)"/.exec(frame) ?? [];
      if (id !== undefined) arrivals.set(id, [...(arrivals.get(id) ?? []), sharedClock()]);
    };
    readFrames(socket, read, 'latin1');
  });
}
