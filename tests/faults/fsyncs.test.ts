/** R2: what is acknowledged has been brought to the disk, as the system itself saw it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../built-server.ts';
import { counted, tell } from './figures.ts';
import { makeBoard, newActivityId, Person } from './people.ts';

const logs = 300;
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-strace-'));
const trace = join(folder, 'fsyncs');
let server: RunningServer | undefined;

afterAll(async () => {
  await server?.stop('SIGKILL');
  for (const path of [folder, server?.dataDir]) if (path) rmSync(path, { recursive: true, force: true });
});

it('every log that stands alone is brought to the disk before its answer', async (test) => {
  await expectStrace();
  // Every call with its thread, its file, when it began (seconds since 1970) and how long it took.
  server = await startServer({}, { under: ['strace', '-f', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace] });
  const [lea, max] = [await Person.signUp(server, 'Lea'), await Person.signUp(server, 'Max')];
  const board = await makeBoard('Maison', [lea, max]);

  const spans: Span[] = [];
  for (let n = 0; n < logs; n += 1) {
    const begin = now();
    await lea.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: newActivityId(), actionId: board.actions[n % 3]?.id },
    });
    spans.push({ begin, end: now() });
  }
  // What was traced is written as it happens, but by another process.
  await pause(200);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) throw new Error('nothing was logged');
  const syncs = readSyncs(trace).filter(({ begin, end }) => begin >= first.begin && end <= last.end);
  const undurable = spans.filter((span) => !syncs.some((sync) => sync.begin >= span.begin && sync.end <= span.end)).length;
  tell(
    test,
    `R2 ${counted(logs)} commits, ${counted(syncs.length)} fsyncs of the log (${(syncs.length / logs).toFixed(2)} each), ` +
      `${undurable} answered before theirs was done`,
  );
  expect(syncs.length).toBeGreaterThanOrEqual(logs);
  expect(undurable).toBe(0);
});

interface Span {
  /** In milliseconds since 1970. */
  begin: number;
  end: number;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** The calls that succeeded, on the write-ahead log: where a commit lies until it is carried over. */
function readSyncs(file: string): Span[] {
  const spans: Span[] = [];
  const begun = new Map<string, { line: string; begin: number }>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, thread = '', seconds] = /^(\d+)\s+([\d.]+) /.exec(line) ?? [];
    const begin = Number(seconds) * 1000;
    // A call that another thread's came in between is told in two lines.
    if (line.endsWith('<unfinished ...>')) begun.set(thread, { line, begin });
    const [, took] = / = 0 <([\d.]+)>$/.exec(line) ?? [];
    if (took === undefined) continue;
    const call = line.includes(' resumed>') ? begun.get(thread) : { line, begin };
    if (call?.line.includes('.db-wal>')) spans.push({ begin: call.begin, end: call.begin + Number(took) * 1000 });
  }
  return spans;
}

async function expectStrace(): Promise<void> {
  const problem = await new Promise<string | undefined>((resolve) => {
    execFile('strace', ['-e', 'trace=fsync', process.execPath, '-e', '0'], (failure, _, told) =>
      resolve(failure ? told || failure.message : undefined),
    );
  });
  if (problem === undefined) return;
  throw new Error(
    `R2 watches the server's system calls with strace, which does not work here (${problem.trim().split('\n')[0]}). ` +
      'Get it with `apt-get install -y strace`; in a container it needs `--cap-add SYS_PTRACE`. There is no strace outside of Linux.',
  );
}
