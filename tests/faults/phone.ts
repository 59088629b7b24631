/** The parent's side of a client of R4. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './cut-client.ts';
import { type Cut, CutProxy } from './cut-proxy.ts';
import { oneOf, type Person } from '../people.ts';

/** A client waits 15 s at the most before it tries again: only one that hangs takes so long, however busy the machine. */
const streamWithinMs = 300_000;

/** A client in a process of its own, on a network of its own that can be cut. */
export class Phone {
  readonly name: string;
  signedOut = false;
  readonly #child: ChildProcess;
  readonly #proxy: CutProxy;
  #isGreeted = false;

  private constructor(name: string, child: ChildProcess, proxy: CutProxy) {
    this.name = name;
    this.#child = child;
    this.#proxy = proxy;
    child.on('message', ({ said }: Report) => {
      if (said === 'greeted') this.#isGreeted = true;
      if (said === 'signed out') this.signedOut = true;
    });
  }

  static async switchOn(origin: string, { name, cookie }: Person): Promise<Phone> {
    const proxy = await CutProxy.open(origin);
    const child = fork(fileURLToPath(new URL('./cut-client.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx', '--disable-warning=UNDICI-ES'],
    });
    const phone = new Phone(name, child, proxy);
    phone.#order({ do: 'start', settings: { direct: origin, cut: proxy.origin, name, cookie } });
    await phone.#report('started');
    return phone;
  }

  /** One cut at some moment, of a stream that is opening, open or in the middle of a word. How many streams it hit; none once it is signed out. */
  async suffer(): Promise<number> {
    await this.#until(() => this.#proxy.hasStream() || this.signedOut, 'a stream');
    if (this.signedOut) return 0;
    await pause(Math.random() < 0.2 ? Math.random() * 20 : 50 + Math.random() * 400);
    const hit = await this.cut(oneOf(['gone', 'reset', 'mid-frame', 'mid-frame']));
    // A browser often tells that the network is back; otherwise it is tried after a while.
    if (Math.random() < 0.85) {
      await pause(Math.random() * 100);
      this.#order({ do: 'come online' });
    }
    if (Math.random() < 0.2) this.#order({ do: 'scroll' });
    return hit;
  }

  async cut(how: Cut): Promise<number> {
    const hit = await this.#proxy.cut(how);
    this.#isGreeted = false;
    return hit;
  }

  async untilGreeted(): Promise<void> {
    if (!this.#proxy.hasStream()) this.#order({ do: 'come online' });
    await this.#until(() => this.#isGreeted && this.#proxy.hasStream(), 'a greeting');
  }

  async untilSignedOut(): Promise<void> {
    if (!this.#proxy.hasStream()) this.#order({ do: 'come online' });
    await this.#until(() => this.signedOut, 'the end of its session');
  }

  async compare(within: number): Promise<string[]> {
    this.#order({ do: 'compare', within });
    const { differences } = await this.#report('compared');
    return differences;
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#proxy.close();
  }

  #order(order: Order): void {
    if (this.#child.connected) this.#child.send(order);
  }

  async #until(met: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + streamWithinMs;
    while (!met()) {
      if (this.#child.exitCode !== null) throw new Error(`${this.name} ended by itself while it waited for ${what}`);
      if (performance.now() > deadline) throw new Error(`${this.name} never came to ${what}`);
      await pause(5);
    }
  }

  #report<S extends Report['said']>(said: S): Promise<Extract<Report, { said: S }>> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${this.name} ended before it had ${said}`));
      const listen = (report: Report) => {
        if (report.said !== said) return;
        this.#child.off('message', listen);
        this.#child.off('exit', fail);
        resolve(report as Extract<Report, { said: S }>);
      };
      this.#child.on('message', listen);
      this.#child.once('exit', fail);
    });
  }
}
