import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { isComplete } from '../scripts/install.mjs';
import { nodeAdvice, nodeProblem } from '../scripts/node-version.cjs';
import { showProgress } from '../scripts/progress.mjs';

describe('what is installed', () => {
  const wanted = { '': {}, app: { version: '1.0.0' }, tool: { version: '2.0.0', dev: true }, mac: { version: '3.0.0', optional: true } };
  const application = { '': {}, app: { version: '1.0.0' } };

  it('is enough for the application without the tools, and for the tests with them', () => {
    expect(isComplete(application, wanted, 'application')).toBe(true);
    expect(isComplete(application, wanted, 'tools')).toBe(false);
    expect(isComplete({ ...application, tool: { version: '2.0.0' } }, wanted, 'tools')).toBe(true);
  });

  it('is not enough in another release than the locked one', () => {
    expect(isComplete({ ...application, app: { version: '1.0.1' } }, wanted, 'application')).toBe(false);
    expect(isComplete({ ...application, mac: { version: '3.0.1' } }, wanted, 'application')).toBe(false);
  });
});

describe('a Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.15.0', '24.21.0', '26.0.0', '27.1.0'])('%s runs the app', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it.each(['16.20.2', '18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1', '24.0.0', '24.14.1', '25.9.0'])(
    '%s is refused in one sentence',
    (version) => {
      expect(nodeProblem(version)).toMatch(/^OU LA LA ne fonctionne pas avec Node \d+\.\d+\.\d+ : installez Node 24 [^\n]*\.$/);
      expect(nodeProblem(version)).toContain(`Node ${version} `);
    },
  );

  it('is refused where package.json says so', () => {
    const named = packageJson.engines.node.split(' || ').map((range) => /^(\^|>=)(\d+)(?:\.(\d+)\.0)?$/.exec(range)?.slice(1));
    const agreed = (major: number, minor: number) =>
      named.some(([sign, line, first = '0'] = []) =>
        sign === '^' ? major === Number(line) && minor >= Number(first) : major >= Number(line),
      );
    for (let major = 14; major < 30; major += 1)
      for (let minor = 0; minor < 25; minor += 1)
        expect([major, minor, nodeProblem(`${major}.${minor}.0`) === undefined]).toEqual([major, minor, agreed(major, minor)]);
  });

  it('that gets no security fixes any more runs the app, and the start says so', () => {
    expect(nodeAdvice('20.20.2')).toContain('correctifs de sécurité');
    for (const version of ['22.12.0', '24.21.0', '26.0.0']) expect(nodeAdvice(version)).toBeUndefined();
  });
});

describe('the progress', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('moves on in one line of a terminal, never wider than that, and at the end says what took how long', async () => {
    const { screen, written } = watchedScreen({ isTTY: true, columns: 40 });
    const progress = showProgress(screen);
    const works = Promise.all([during(progress, 'compilation de SQLite', 9000), during(progress, 'construction des pages', 4000)]);
    await vi.advanceTimersByTimeAsync(3000);
    const moving = written.at(-1) ?? '';
    expect(moving.startsWith(anew)).toBe(true);
    expect(moving).toMatch(/. 3 s · compilation de SQLite, /);
    expect(moving.slice(anew.length).length).toBeLessThan(40);
    await vi.advanceTimersByTimeAsync(1200);
    expect(written.at(-1)).toMatch(/ 4 s · compilation de SQLite…$/);
    await vi.advanceTimersByTimeAsync(5000);
    await works;
    progress.end({ well: true });
    expect(written.join('')).not.toContain('\n'.repeat(2));
    expect(written.at(-1)).toBe('Prêt en 9 s : construction des pages 4 s, compilation de SQLite 9 s.\n');
    const length = written.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(length);
  });

  it('elsewhere is a line at each change and now and then between, without any signs of a terminal', async () => {
    const { screen, written } = watchedScreen({});
    const progress = showProgress(screen);
    const work = during(progress, 'installation des dépendances', 40_000);
    await vi.advanceTimersByTimeAsync(40_000);
    await work;
    progress.end({ well: true });
    expect(written).toEqual([
      '0 s · installation des dépendances…\n',
      '15 s · installation des dépendances…\n',
      '30 s · installation des dépendances…\n',
      'Prêt en 40 s : installation des dépendances 40 s.\n',
    ]);
  });

  it('ends without a word of success where a step fails', async () => {
    const { screen, written } = watchedScreen({});
    const progress = showProgress(screen);
    await expect(progress.during('compilation de SQLite', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    progress.end({ well: false });
    expect(written).toEqual(['0 s · compilation de SQLite…\n']);
  });
});

/** What takes a line of a terminal back. */
const anew = '\r\x1b[K';

function watchedScreen(kind: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { written, screen: { ...kind, write: (text: string) => written.push(text) } };
}

function during(progress: ReturnType<typeof showProgress>, what: string, milliseconds: number): Promise<void> {
  return progress.during(what, () => new Promise((resolve) => setTimeout(resolve, milliseconds)));
}
