/** What the database of a built server holds, judged from outside. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { builtServer } from '../built-server.ts';
import { ask, lookInto } from '../database-state.ts';
import { urlOf } from '../postgres/test-databases.ts';
import type { Load, Sent } from './load.ts';

export interface StoredActivity {
  id: string;
  board_id: string;
  user_id: string;
  points: number;
  board_revision: number;
  undone_at: number | null;
}

/** Every activity there is. */
export function storedActivities(dataDir: string): StoredActivity[] {
  const rows = ask(dataDir, 'select id, board_id, user_id, points, board_revision, undone_at from activity');
  return rows as unknown as StoredActivity[];
}

/** Compares what the people were told with what is there. */
export function compare({ sent }: Load, stored: readonly StoredActivity[]): { lost: number; doubled: number } {
  const times = new Map<string, number>();
  // Two activities that made one and the same revision: one of them was counted at the other's expense.
  const revisions = new Set<string>();
  let doubled = 0;
  for (const { id, board_id, board_revision } of stored) {
    times.set(id, (times.get(id) ?? 0) + 1);
    revisions.add(`${board_id} ${board_revision}`);
  }
  for (const count of times.values()) doubled += count - 1;
  doubled += stored.length - revisions.size;
  const undone = new Set(stored.filter(({ undone_at }) => undone_at !== null).map(({ id }) => id));
  const isLost = ({ id, answered, undo }: Sent) => (answered && !times.has(id)) || (undo === 'answered' && !undone.has(id));
  return { lost: [...sent.values()].filter(isLost).length, doubled };
}

/** The total of each board, as it is kept. */
export function storedTotals(dataDir: string): Map<string, number> {
  return new Map(ask(dataDir, 'select id, total_points from board').map((row) => [String(row['id']), Number(row['total_points'])]));
}

/** SQLite's own check of the file: 'ok', or what it found. PostgreSQL has no such thing for a running database. */
export function integrityOf(dataDir: string): string {
  if (urlOf(dataDir) !== undefined) return 'ok';
  return lookInto(dataDir, (sqlite) => String(sqlite.pragma('integrity_check')));
}

/** Starts a program of the build, as in 'backup', on the data of a folder. */
export function run(program: string, given: readonly string[], dataDir: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(dirname(builtServer), `${program}.js`), ...given], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  return { ended, kill: () => child.kill('SIGKILL'), isRunning: () => child.exitCode === null };
}

/** Runs the build's `doctor`, which recomputes every stored sum and opens every board. Its exit code, and what it said. */
export async function doctor(dataDir: string, settings: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const url = urlOf(dataDir);
  const { code, output } = await run('doctor', [], dataDir, { ...(url !== undefined && { DATABASE_URL: url }), ...settings }).ended;
  return { code, output: output.trim() };
}

/** What the doctor says when nothing is wrong. */
export const sound = { code: 0, output: 'Tout est juste.' };
