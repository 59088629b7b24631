/** What the database of a built server holds, judged from outside. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { builtServer } from '../built-server.ts';
import { lookInto } from '../database-state.ts';

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
  return lookInto(
    dataDir,
    (sqlite) => sqlite.prepare('select id, board_id, user_id, points, board_revision, undone_at from activity').all() as StoredActivity[],
  );
}

/** The total of each board, as it is kept. */
export function storedTotals(dataDir: string): Map<string, number> {
  return lookInto(dataDir, (sqlite) => new Map(sqlite.prepare('select id, total_points from board').raw().all() as [string, number][]));
}

/** SQLite's own check of the file: 'ok', or what it found. */
export function integrityOf(dataDir: string): string {
  return lookInto(dataDir, (sqlite) => String(sqlite.pragma('integrity_check', { simple: true })));
}

/** Runs the build's `doctor`, which recomputes every stored sum and opens every board. Its exit code, and what it said. */
export function doctor(dataDir: string): Promise<{ code: number; output: string }> {
  const program = join(dirname(builtServer), 'doctor.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } }, (failure, stdout, stderr) => {
      resolve({ code: failure ? Number(failure.code ?? 1) : 0, output: `${stdout}${stderr}`.trim() });
    });
  });
}

/** What the doctor says when nothing is wrong. */
export const sound = { code: 0, output: 'Tout est juste.' };
