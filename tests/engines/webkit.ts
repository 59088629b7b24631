/** WebKitGTK as it is installed, over plain WebDriver. A driver holds one session, so each person has one of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../built-server.ts';
import { recordedFaults } from './fault-recorder.ts';
import { find, type Wanted } from './finder.ts';
import { phone } from './phone.ts';
import { webkitPushes } from './webkit-pushes.ts';
import { type Engine, EngineCrash, type EngineWindow } from './window.ts';

const longestCallMs = 30_000;
const longestStartMs = 30_000;
// As the standard names a reference to an element.
const reference = 'element-6066-11e4-a52e-4f735466cecf';

export async function launchWebKit(driverPath: string): Promise<Engine> {
  const display = await openDisplay();
  const ends: (() => Promise<void>)[] = [];
  return {
    name: 'webkitgtk',
    async openWindow() {
      const driver = await startDriver(driverPath, display.name);
      ends.push(driver.end);
      return await webkitWindow(driver).catch(async (failure: unknown) => {
        await driver.end();
        throw failure;
      });
    },
    async end() {
      for (const end of ends) await end();
      await display.end();
    },
  };
}

interface Driver {
  call<R>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<R>;
  end(): Promise<void>;
}

async function webkitWindow({ call, end }: Driver): Promise<EngineWindow> {
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } } },
  });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...phone });
  const run = <R>(script: (...args: never[]) => unknown, args: readonly unknown[]) =>
    call<R>('POST', `${session}/execute/sync`, { script: `return (${script.toString()})(...arguments);`, args });
  const locate = async (wanted: Wanted) => {
    const element = await run<Record<string, string> | null>(find, [wanted]);
    return element?.[reference];
  };
  const open = (url: string) => call<void>('POST', `${session}/url`, { url });
  return {
    open,
    reload: () => call('POST', `${session}/refresh`, {}),
    back: () => call('POST', `${session}/back`, {}),
    run: (script, ...args) => run(script, args),
    has: async (wanted) => (await locate(wanted)) !== undefined,
    async press(wanted) {
      const element = await locate({ ...wanted, pressable: true });
      if (!element) return false;
      await call('POST', `${session}/element/${element}/click`, {});
      return true;
    },
    async type(wanted, text) {
      await call('POST', `${session}/element/${await locate(wanted)}/value`, { text });
    },
    setCookie: (name, value) => call('POST', `${session}/cookie`, { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } }),
    pushes: webkitPushes({ open, run }),
    faults: () => run(recordedFaults, []),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

/** A driver without a session, on a port and with a home of its own. */
async function startDriver(driverPath: string, display: string): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'ou-la-la-webkit-'));
  const port = await freePort();
  const child = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    // A group of its own: the browser that it starts ends with it.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      // There is neither a bus nor a graphics card on a machine that only tests.
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  running.add(child);
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(longestCallMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    return response.ok ? { value } : { value, error: value.error ?? `status ${response.status}` };
  };
  const call: Driver['call'] = async (method, path, body) => {
    const { value, error } = await ask(method, path, body);
    if (error === undefined) return value as never;
    // The driver ends a session when the process of its page dies (https://bugs.webkit.org/show_bug.cgi?id=321418); the call under way is
    // told of an unknown error.
    const [session] = /^\/session\/[^/]+/.exec(path) ?? [];
    const after = error === 'unknown error' && session ? (await ask('GET', `${session}/timeouts`)).error : error;
    if (after === 'invalid session id') throw new EngineCrash(`${method} ${path}: the session has ended by itself`);
    throw new Error(`${method} ${path}: ${error} ${value.message}`);
  };
  const end = async () => {
    await endGroup(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const limit = Date.now() + longestStartMs;
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (Date.now() > limit || child.exitCode !== null) {
      await end();
      throw new Error(`${driverPath} did not start`);
    }
    await pause(50);
  }
  return { call, end };
}

/** A screen that nobody sees. */
async function openDisplay(): Promise<{ name: string; end(): Promise<void> }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${phone.width}x${phone.height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  running.add(child);
  const name = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Xvfb did not start')), longestStartMs);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended while starting')));
    child.stdio[3]?.once('data', (number) => {
      clearTimeout(timer);
      resolve(`:${String(number).trim()}`);
    });
  });
  return { name, end: () => endGroup(child) };
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});
// A run that is broken off leaves nothing behind either: `exit` alone is not told of a signal, nor of a runner that is gone.
for (const end of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(end, () => process.exit(1));

async function endGroup(child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (!hasEnded()) {
    signal(child, 'SIGTERM');
    await Promise.race([ended, pause(5000)]);
  }
  // What it started may outlive it.
  signal(child, 'SIGKILL');
  running.delete(child);
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // The whole group has ended.
  }
}
