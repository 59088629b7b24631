/** A person's phone, as the scenarios speak of it. Everything waits until it is so; the limits only keep a hopeless wait from lasting. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Role, Wanted } from './finder.ts';
import { EngineCrash, type EngineWindow, type Shown } from './window.ts';

/** The size of its window. */
export const phone = { width: 390, height: 844 };

// The longest that the app itself lets pass is 45 s, until it doubts a silent stream.
const longestMs = 60_000;
const betweenMs = 100;
const missedAfterMs = 5000;

export class Phone {
  readonly #window: EngineWindow;
  readonly #origin: string;

  constructor(window: EngineWindow, origin: string) {
    this.#window = window;
    this.#origin = origin;
  }

  /** As typed into the address bar. */
  open(path: string): Promise<void> {
    return this.#window.open(`${this.#origin}${path}`);
  }

  reload(): Promise<void> {
    return this.#window.reload();
  }

  back(): Promise<void> {
    return this.#window.back();
  }

  /** Uses a session from elsewhere, as a `Cookie` header. For a phone that has opened no page of the app yet. */
  async use(cookies: string): Promise<void> {
    // WebDriver takes a cookie only for the site that is shown, and this page of it starts nothing.
    await this.open('/healthz');
    for (const cookie of cookies.split('; ')) {
      const at = cookie.indexOf('=');
      await this.#window.setCookie(cookie.slice(0, at), cookie.slice(at + 1), this.#origin);
    }
  }

  /** Leaves the page for another one of the app, which is loaded anew. */
  async leaveFor(path: string, how: 'link' | 'script'): Promise<void> {
    await this.#window.run(markPage);
    if (how === 'script') {
      await this.#window.run(leaveByScript, path);
    } else {
      await this.#window.run(layLink, path);
      await this.press('link', 'ailleurs');
    }
    await this.#until(`another page by ${how}`, () => this.#window.run(isUnmarked));
  }

  async press(role: Role, name: string): Promise<void> {
    await this.#until(`a ${role} '${name}' to press`, () => this.#window.press({ role, name }));
  }

  /** Presses what has this among its words, until it has brought the button: a line that comes or goes can move it away under the finger. */
  async pressForButton(role: Role, containing: string, button: string): Promise<void> {
    const brought = () => this.#window.has({ role: 'button', name: button });
    await this.#until(`a ${role} with '${containing}' that brings '${button}'`, async () => {
      if (!(await this.#window.press({ role, containing }))) return await brought();
      for (const limit = Date.now() + missedAfterMs; Date.now() < limit; await pause(betweenMs)) if (await brought()) return true;
      return false;
    });
  }

  async type(field: string, text: string): Promise<void> {
    await this.press('textbox', field);
    await this.#window.type({ role: 'textbox', name: field }, text);
    await this.#until(`'${text}' in ${field}`, () => this.#window.run(reads, text));
  }

  async sees(role: Role, name: string): Promise<void> {
    await this.#finds({ role, name });
  }

  async seesContaining(role: Role, containing: string, count?: number): Promise<void> {
    await this.#finds({ role, containing, ...(count !== undefined && { count }) });
  }

  /** Whether it is there at this moment. */
  shows(role: Role, containing: string): Promise<boolean> {
    return this.#window.has({ role, containing });
  }

  async seesNoMore(role: Role, containing: string): Promise<void> {
    await this.#until(`no ${role} with '${containing}'`, async () => !(await this.shows(role, containing)));
  }

  /** Until the worker has all files of the app and the page in hand. */
  async isInstalled(): Promise<void> {
    await this.#until('a worker', () => this.#window.run(hasWorker));
  }

  closeApp(): Promise<void> {
    return this.#window.pushes.closeApp(this.#origin);
  }

  /** Gets a push: what its service has for this browser. */
  receive(message: string): Promise<void> {
    return this.#window.pushes.deliver(this.#origin, message);
  }

  notifications(): Promise<Shown[]> {
    return this.#window.pushes.shown();
  }

  /** Presses the newest notification. */
  pressNotification(): Promise<void> {
    return this.#window.pushes.press();
  }

  /** The addresses of the windows that presses on notifications have opened. */
  openedWindows(): Promise<string[]> {
    return this.#window.pushes.opened();
  }

  run<R>(script: () => R | Promise<R>): Promise<R> {
    return this.#window.run(script);
  }

  faults(): Promise<string[]> {
    return this.#window.faults();
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  async #finds(wanted: Wanted): Promise<void> {
    await this.#until(`a ${describe(wanted)}`, () => this.#window.has(wanted));
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + longestMs;
    let failure: unknown;
    while (Date.now() < limit) {
      try {
        if (await isSo()) return;
      } catch (error) {
        if (error instanceof EngineCrash) throw error;
        // The page may be on its way out.
        failure = error;
      }
      await pause(betweenMs);
    }
    const seen = await this.#window.run(visibleText).catch(String);
    throw new Error(`waited in vain for ${what}; shown was:\n${seen}`, { cause: failure });
  }
}

function describe({ role, name, containing, count }: Wanted): string {
  return `${role} ${name === undefined ? `with '${containing}'` : `'${name}'`}${count === undefined ? '' : ` (${count} of them)`}`;
}

// What follows runs in the page.

function visibleText(): string {
  return `${location.pathname}\n${document.body.innerText.replaceAll(/\s*\n\s*/g, ' | ')}`;
}

function reads(text: string): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === text;
}

function markPage(): void {
  document.documentElement.dataset['left'] = 'true';
}

function isUnmarked(): boolean {
  return document.documentElement.dataset['left'] === undefined && document.readyState === 'complete';
}

function leaveByScript(path: string): void {
  // Once this call has been answered.
  setTimeout(() => location.assign(path));
}

/** A plain link, as in a message: the app's own links stay within the page. */
function layLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.textContent = 'ailleurs';
  document.querySelector('main')?.prepend(link);
}

function hasWorker(): boolean {
  return navigator.serviceWorker.controller?.state === 'activated';
}
