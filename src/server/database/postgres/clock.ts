const { performance } = globalThis;
const read = performance.now.bind(performance);

/** In milliseconds, between two looks at the clock. */
export const lookEvery = 100;

let lost = 0;
let looked = read();

/**
 * In milliseconds. Never set, whatever a test does to the clocks; and while this process stands still, so does it: an answer that nobody has
 * read yet is not late.
 */
export function now(): number {
  return read() - lost;
}

/** Code that looks for overdue things calls this every {@link lookEvery}. */
export function look(): number {
  const time = read();
  const still = time - looked - 2 * lookEvery;
  if (still > 0) lost += still;
  looked = time;
  return now();
}
