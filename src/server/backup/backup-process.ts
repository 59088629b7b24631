/** A process that the server starts: it makes one backup and checks it, so that no request waits for that. */
import { classify } from '../database/open-database.ts';
import { codeOf } from '../jobs/runner.ts';
import { backUp } from './backup.ts';
import type { BackupAnswer, BackupTask } from './recurring/recurring-backup.ts';
import { check } from './restore.ts';

// They reach the whole group of the server, which ends this process as it sees fit.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
// The server that wants the backup has ended.
process.once('disconnect', () => process.exit(1));
process.once('message', (task: BackupTask) => {
  void answer(task).then((said) => process.send?.(said));
});

async function answer({ config, scratch }: BackupTask): Promise<BackupAnswer> {
  try {
    const { file } = await backUp(config, scratch);
    return { type: 'made', file, found: await check(config, file, scratch) };
  } catch (failure) {
    return { type: 'failed', code: reasonOf(failure) };
  }
}

/** A sentence for an operator says what it stands for by its cause. */
function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;
  return classify(cause)?.code ?? codeOf(cause);
}
