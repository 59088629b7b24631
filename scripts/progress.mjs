// @ts-check
// Tells whoever waits what is being done and for how long: on a terminal in one line that rewrites itself, elsewhere in a line at each change
// and now and then between.

/** In milliseconds: between two looks at a terminal's line, and between two lines elsewhere while nothing changes. */
const [rewriteEvery, repeatEvery] = [200, 15_000];
const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** @typedef {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} Screen */

/** @param {Screen} [screen] */
export function showProgress(screen = process.stderr) {
  const begun = performance.now();
  /** What goes on now, in the order of its beginning. @type {Set<string>} */
  const underWay = new Set();
  /** @type {string[]} */
  const done = [];
  let [turn, toldAt] = [0, begun];

  function line() {
    return `${seconds(begun)} s · ${[...underWay].join(', ')}…`;
  }

  function rewrite() {
    if (underWay.size === 0) return;
    turn += 1;
    // A line that wraps could not be taken back.
    const text = `${spinner[turn % spinner.length]} ${line()}`.slice(0, (screen.columns || 80) - 1);
    screen.write(`\r\x1b[K${text}`);
  }

  function print() {
    if (underWay.size === 0) return;
    toldAt = performance.now();
    screen.write(`${line()}\n`);
  }

  const timer = setInterval(
    () => {
      if (screen.isTTY) rewrite();
      else if (performance.now() - toldAt >= repeatEvery) print();
    },
    screen.isTTY ? rewriteEvery : 1000,
  );

  return {
    /**
     * @template T
     * @param {string} what as in 'compilation de SQLite' @param {() => Promise<T>} work @returns {Promise<T>}
     */
    async during(what, work) {
      const start = performance.now();
      underWay.add(what);
      if (screen.isTTY) rewrite();
      else print();
      try {
        const result = await work();
        done.push(`${what} ${seconds(start)} s`);
        return result;
      } finally {
        underWay.delete(what);
      }
    },
    /** Takes the moving line away; after a success, what took how long stays. @param {{ well: boolean }} outcome */
    end({ well }) {
      clearInterval(timer);
      if (screen.isTTY) screen.write('\r\x1b[K');
      if (well && done.length > 0) screen.write(`Prêt en ${seconds(begun)} s : ${done.join(', ')}.\n`);
    },
  };
}

/** @param {number} start */
function seconds(start) {
  return Math.round((performance.now() - start) / 1000);
}
