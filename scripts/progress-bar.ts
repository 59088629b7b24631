/** Shows on standard output how far a command is: a line that rewrites itself, or off a terminal a line at each percent. */
export function progressBar(): (done: number, all: number) => void {
  let shown = '';
  return (done, all) => {
    const part = done / Math.max(all, 1);
    const bar = `[${'#'.repeat(Math.floor(part * 30)).padEnd(30, '.')}] ${Math.floor(part * 100)} %`;
    if (bar === shown) return;
    shown = bar;
    process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${bar}${process.stdout.isTTY ? '' : '\n'}`);
  };
}
