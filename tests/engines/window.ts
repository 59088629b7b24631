/** What every engine's driver can do. All that the scenarios say stands on these few calls. */
import type { Wanted } from './finder.ts';

export interface EngineWindow {
  /** As typed into the address bar. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page. It may use nothing from outside; what it returns is awaited and must be JSON. */
  run<Args extends readonly unknown[], R>(script: (...args: Args) => R | Promise<R>, ...args: Args): Promise<R>;
  has(wanted: Wanted): Promise<boolean>;
  /** Presses it as a finger does; false when it is not there to be pressed. */
  press(wanted: Wanted): Promise<boolean>;
  /** Types into the field, which has the focus. */
  type(wanted: Wanted, text: string): Promise<void>;
  setCookie(name: string, value: string, url: string): Promise<void>;
  readonly pushes: Pushes;
  /** Uncaught errors and `console.error` of every page so far. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** What the installed worker makes of a push, as far as the engine takes part. The origin is that of the app. */
export interface Pushes {
  /** Leaves the app: none of its pages is there to answer the worker. */
  closeApp(origin: string): Promise<void>;
  /** As a push service hands it over. */
  deliver(origin: string, message: string): Promise<void>;
  /** What stands among the notifications by now, the newest last. */
  shown(): Promise<Shown[]>;
  /** Presses the newest one. */
  press(): Promise<void>;
  /** The addresses of the windows that presses have opened. */
  opened(): Promise<string[]>;
}

export interface Shown {
  title: string;
  body: string;
  tag: string;
  lang: string;
  dir: string;
  /** Its path. */
  icon: string;
  /** The buttons on it. */
  actions: { action: string; title: string }[];
}

/** A process of the browser itself died, and the window with it: that says nothing about the game. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
}

/** An installed browser, started for a file of tests. */
export interface Engine {
  name: string;
  /** A window the size of a phone, in a browser that has kept nothing yet. */
  openWindow(): Promise<EngineWindow>;
  end(): Promise<void>;
}
