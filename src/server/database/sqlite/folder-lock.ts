import { join } from 'node:path';
import { makePrivate } from '../../files/private-file.ts';
import { openConnection } from './open-connection.ts';
import { classify } from './sqlite-failure.ts';

/**
 * Takes a lock of a data folder, which ends when it is let go or its program ends, however that does: the system keeps it, not the empty file
 * that stays there. Undefined while another program has it.
 */
export function lockFolder(dataDir: string, name: string): (() => void) | undefined {
  const file = join(dataDir, `${name}.lock`);
  makePrivate(file);
  const sqlite = openConnection(file, { timeout: 0 });
  try {
    sqlite.exec('begin exclusive');
    return () => sqlite.close();
  } catch (failure) {
    sqlite.close();
    if (classify(failure)?.kind === 'busy') return undefined;
    throw failure;
  }
}
