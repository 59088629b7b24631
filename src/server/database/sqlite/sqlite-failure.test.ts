import { describe, expect, it } from 'vitest';
import { classify } from './sqlite-failure.ts';

const failing = (code: string) => Object.assign(new Error('of a table'), { code });

describe('a failure of the database', () => {
  it.each([
    ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'other'],
    ['SQLITE_FULL', 'full'],
    ['SQLITE_IOERR_WRITE', 'full'],
    ['SQLITE_IOERR_SHMSIZE', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_RECOVERY', 'busy'],
    ['SQLITE_PROTOCOL', 'busy'],
    ['SQLITE_CORRUPT', 'corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_IOERR_SHORT_READ', 'corrupt'],
    ['SQLITE_IOERR_FSYNC', 'other'],
    ['SQLITE_ERROR', 'other'],
  ])('%s is %s', (code, kind) => {
    expect(classify(failing(code))).toEqual({ kind, code, message: 'of a table' });
  });

  it.each([
    ['UNIQUE constraint failed: user.email', { table: 'user', columns: ['email'] }],
    [
      'UNIQUE constraint failed: board_request.board_id, board_request.joining_user',
      { table: 'board_request', columns: ['board_id', 'joining_user'] },
    ],
  ])('%s says what may be there once only', (message, unique) => {
    expect(classify(Object.assign(new Error(message), { code: 'SQLITE_CONSTRAINT_UNIQUE' }))?.unique).toEqual(unique);
  });

  it('is found in what others made of it', () => {
    expect(classify(new Error('sign-up failed', { cause: failing('SQLITE_FULL') }))?.kind).toBe('full');
  });

  it('is not seen in what is none', () => {
    expect(classify(failing('ENOSPC'))).toBeUndefined();
    expect(classify('SQLITE_FULL')).toBeUndefined();
  });
});
