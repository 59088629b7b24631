/** The clock of several copies, which a test moves on: all that they ask for the time is this. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const day = 24 * 60 * 60 * 1000;

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

  /** A day later on all copies, some hundredths of a second after one another. */
  passDay(): void {
    this.#ahead += day;
    this.#write();
  }

  /** So far ahead of the real one from now on, in milliseconds, within some hundredths of a second. */
  setAhead(milliseconds: number): void {
    this.#ahead = milliseconds;
    this.#write();
  }

  /** Settings of a copy that goes by it, preloaded. */
  settings(): { NODE_OPTIONS: string } {
    const script = `
      import { readFileSync } from 'node:fs';
      const RealDate = Date;
      const read = () => Number(readFileSync(${JSON.stringify(this.#file)}, 'utf8'));
      let ahead = read();
      setInterval(() => (ahead = read()), 20).unref();
      globalThis.Date = class extends RealDate {
        constructor(...parts) { super(...(parts.length > 0 ? parts : [RealDate.now() + ahead])); }
        static now() { return RealDate.now() + ahead; }
      };`;
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
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
