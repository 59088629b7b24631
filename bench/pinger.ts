/**
 * Asks the server at argv[2] for next to nothing, again and again, from a process that does nothing else. Answers 'begin' with 0 and 'end' with
 * the longest wait since, in milliseconds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';

const client = new Client(process.argv[2] ?? '');
let longest = 0;
let asked = performance.now();

process.once('disconnect', () => process.exit());
process.on('message', (question) => {
  // A question that still waits for its answer has waited as long as that; one that is under way began before.
  if (question === 'end') answered();
  else [longest, asked] = [0, performance.now()];
  process.send?.(longest);
});

for (;;) {
  asked = performance.now();
  const { body } = await client.request({ method: 'GET', path: '/healthz' });
  await body.dump();
  answered();
  asked = Number.POSITIVE_INFINITY;
  await pause(2);
}

function answered(): void {
  longest = Math.max(longest, performance.now() - asked);
}
