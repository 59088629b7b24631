/**
 * Asks the server at argv[2], process argv[3], for next to nothing, again and again, from a process that does nothing else. Answers
 * 'begin' with { begun: true } and 'end' with what it has seen since, in milliseconds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Client } from 'undici';

export interface Waits {
  longest: number;
  /** The most that the server's main thread was on a processor during one of them: the same on a busy machine. Null where no one tells. */
  work: number | null;
}

/** In milliseconds, between an answer and the next question. */
const breath = 2;

const client = new Client(process.argv[2] ?? '');
// The main thread alone counts: argon2 and zlib work in others.
const schedule = `/proc/${process.argv[3]}/task/${process.argv[3]}/schedstat`;
const tells = existsSync(schedule);
let longest = 0;
let work = 0;
let asked = 0;
let workedBefore = 0;

process.once('disconnect', () => process.exit());
process.on('message', (question) => {
  if (question === 'begin') {
    longest = 0;
    work = 0;
    // What is under way began before.
    asked = performance.now();
    workedBefore = worked();
    process.send?.({ begun: true });
    return;
  }
  // A question that still waits for its answer has waited as long as that.
  answered();
  process.send?.({ longest, work: tells ? work : null } satisfies Waits);
});

for (;;) {
  asked = performance.now();
  workedBefore = worked();
  const { body } = await client.request({ method: 'GET', path: '/healthz' });
  await body.dump();
  answered();
  asked = Number.POSITIVE_INFINITY;
  workedBefore = Number.POSITIVE_INFINITY;
  await new Promise((resolve) => setTimeout(resolve, breath));
}

function answered(): void {
  longest = Math.max(longest, performance.now() - asked);
  work = Math.max(work, worked() - workedBefore);
}

function worked(): number {
  return tells ? Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1e6 : 0;
}
