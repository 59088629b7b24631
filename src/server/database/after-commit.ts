import { setImmediate as nextTurn } from 'node:timers/promises';

type Follow = () => void;

/** In milliseconds of one turn of the event loop: what is told leaves at its end, and other requests are read only then. */
export const tellingAtMost = 2;

/**
 * Calls what was to follow commits, in the order in which it is handed over: at once, as far as that does not take long, and the rest in
 * the next turns of the event loop. The work is committed whatever a listener does, and the other listeners must still be called.
 */
export function createTeller(): (follows: readonly Follow[]) => void {
  const waiting: Follow[] = [];
  let isTelling = false;

  async function tellAll(): Promise<void> {
    isTelling = true;
    let turnBegan = performance.now();
    for (let follow = waiting.shift(); follow; follow = waiting.shift()) {
      tell(follow);
      if (performance.now() - turnBegan < tellingAtMost || waiting.length === 0) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
    isTelling = false;
  }

  return (follows) => {
    for (const follow of follows) waiting.push(follow);
    if (!isTelling) void tellAll();
  };
}

function tell(follow: Follow): void {
  try {
    follow();
  } catch (untold) {
    process.emitWarning(untold instanceof Error ? untold : String(untold));
  }
}
