/** Clocks of copies that are not those of the machine: preloaded, all that a copy asks for the time is this. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const day = 24 * 60 * 60 * 1000;

/** Settings of a copy whose clock is so far ahead of the machine's as the `ahead` of this script says. */
function aheadBy(script: string): { NODE_OPTIONS: string } {
  const preloaded = `
    const RealDate = Date;
    ${script}
    globalThis.Date = class extends RealDate {
      constructor(...parts) { super(...(parts.length > 0 ? parts : [Date.now()])); }
      static now() { return RealDate.now() + ahead(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preloaded)}` };
}

/** Settings of a copy that is so many milliseconds ahead. */
export const clockAhead = (milliseconds: number) => aheadBy(`const ahead = () => ${milliseconds};`);

/** Settings of a copy whose clock begins there at each start. */
export const clockAt = (time: string, ahead = 0) =>
  aheadBy(`const start = ${Date.parse(time) + ahead} - RealDate.now(); const ahead = () => start;`);

/** Among the options of Node: the header by which clients know the time has a clock of its own, which follows the moved one then. */
export const dateHeader = `--import=data:text/javascript,${encodeURIComponent(`
  import { ServerResponse } from 'node:http';
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...given) {
    this.setHeader('date', new Date().toUTCString());
    return writeHead.apply(this, given);
  };`)}`;

/** A clock of several copies that a test moves on. */
export class MovingClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ou-la-la-clock-'));
  /** In milliseconds: how far it is before the real one. */
  #ahead: number;

  /** Begins at a time as in 2026-11-18T12:00:00+01:00. */
  constructor(start: string) {
    this.#ahead = Date.parse(start) - Date.now();
    this.#write();
  }

  /** In milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** A day later on all copies, or so many days. */
  passDay(days = 1): void {
    this.#ahead += days * day;
    this.#write();
  }

  /** So far ahead of the real one from now on, in milliseconds. */
  setAhead(milliseconds: number): void {
    this.#ahead = milliseconds;
    this.#write();
  }

  /** Settings of a copy that goes by it. */
  settings(): { NODE_OPTIONS: string } {
    return aheadBy(`
      import { readFileSync } from 'node:fs';
      let [readAt, known] = [0, 0];
      const ahead = () => {
        const now = RealDate.now();
        // Once a millisecond at most: what a test does next finds the clock moved.
        if (now !== readAt) [readAt, known] = [now, Number(readFileSync(${JSON.stringify(this.#file)}, 'utf8'))];
        return known;
      };`);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'ahead');
  }

  /** At once: a copy never reads half of it. */
  #write(): void {
    writeFileSync(`${this.#file}.new`, String(this.#ahead));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
