/** R2: what is acknowledged has been brought to the disk, as the system itself saw it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../built-server.ts';
import { counted, tell } from '../figures.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';

const logs = 300;
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-strace-'));
const trace = join(folder, 'fsyncs');
let server: RunningServer | undefined;

afterAll(async () => {
  await server?.stop('SIGKILL');
  for (const path of [folder, server?.dataDir]) if (path) rmSync(path, { recursive: true, force: true });
});

// As long as there are answers, there is progress: a call that gets none fails.
it('every log that stands alone is brought to the disk before its answer', { timeout: 0 }, async (test) => {
  await expectStrace();
  // Every call with its thread, its file, when it began (seconds since 1970) and how long it took. All other calls of the server pass
  // unseen: stopped at each of them, it would take minutes where others use the machine.
  const watch = ['strace', '-f', '--seccomp-bpf', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace];
  server = await startServer({}, { under: watch });
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
  // With the server its watcher ends, and has written all.
  await server.stop();
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) throw new Error('nothing was logged');
  const syncs = readSyncs(trace).filter(({ begin, end }) => begin >= first.begin && end <= last.end);
  const undurable = spans.filter((span) => !syncs.some((sync) => sync.begin >= span.begin && sync.end <= span.end)).length;
  tell(
    test,
    'R2',
    `${counted(logs)} commits, ${counted(syncs.length)} fsyncs of the log (${(syncs.length / logs).toFixed(2)} each), ` +
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
    execFile('strace', ['-f', '--seccomp-bpf', '-e', 'trace=fsync', process.execPath, '-e', '0'], (failure, _, told) =>
      resolve(failure ? told || failure.message : undefined),
    );
  });
  if (problem === undefined) return;
  throw new Error(
    `R2 watches the server's system calls with strace, which does not work here (${problem.trim().split('\n')[0]}). ` +
      'Get it with `apt-get install -y strace`; 5.3 or newer; in a container it needs `--cap-add SYS_PTRACE`. There is no strace outside of Linux.',
  );
}
