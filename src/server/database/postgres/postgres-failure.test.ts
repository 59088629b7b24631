import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { classify, endsConnection, ours, PostgresFailure, whileConnecting, withoutValues } from './postgres-failure.ts';

const thrown = (code: string, fields: object = {}) => Object.assign(new Error('of a table'), { code, ...fields });

describe('a failure of the database', () => {
  it.each([
    ['23505', 'unique'],
    ['23503', 'other'],
    ['53100', 'full'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['57P01', 'busy'],
    ['57P03', 'busy'],
    ['53300', 'busy'],
    ['08006', 'busy'],
    ['25006', 'busy'],
    ['ECONNREFUSED', 'busy'],
    ['ECONNRESET', 'busy'],
    ['ENOTFOUND', 'busy'],
    [ours.silent, 'busy'],
    [ours.crowded, 'busy'],
    [ours.old, 'other'],
    [ours.encoding, 'other'],
    ['40001', 'serialisation'],
    ['40P01', 'serialisation'],
    ['XX001', 'corrupt'],
    ['28P01', 'other'],
    ['42P01', 'outdated'],
    ['42703', 'outdated'],
  ])('%s is %s', (code, kind) => {
    expect(classify(withoutValues(thrown(code)))).toMatchObject({ kind, code });
  });

  it.each([
    ['Key (email)=(lea@example.org) already exists.', ['email']],
    ['La clé « (board_id, joining_user)=(b, u) » existe déjà.', ['board_id', 'joining_user']],
    [undefined, []],
  ])('says what may be there once only, in any language: %s', (detail, columns) => {
    const failure = classify(withoutValues(thrown('23505', { table: 'user', detail })));
    expect(failure?.unique).toEqual({ table: 'user', columns });
  });

  it('names no value of what it refused', () => {
    const secrets = { detail: 'Key (email)=(lea@example.org) already exists.', where: 'lea@example.org', hint: 'lea@example.org' };
    const refused = [
      thrown('23505', { table: 'user', ...secrets }),
      Object.assign(new Error('invalid input syntax for type bigint: "lea@example.org"'), { code: '22P02', ...secrets }),
    ];
    for (const failure of refused.map(withoutValues)) expect(inspect(failure, { showHidden: true })).not.toContain('lea@');
  });

  it('is found in what others made of it', () => {
    expect(classify(new Error('sign-up failed', { cause: withoutValues(thrown('53100')) }))?.kind).toBe('full');
  });

  it.each([
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), 'other'],
    [new Error('The server does not support SSL connections'), 'other'],
    [thrown('DEPTH_ZERO_SELF_SIGNED_CERT'), 'other'],
    [thrown('28P01'), 'other'],
    [new Error('Connection terminated unexpectedly'), 'busy'],
    [thrown('ECONNREFUSED'), 'busy'],
    [thrown('57P03'), 'busy'],
  ])('while connecting, %s is %s', (failure, kind) => {
    expect(classify(whileConnecting(failure))?.kind).toBe(kind);
  });

  it('is not seen in what is none', () => {
    expect(classify(thrown('53100'))).toBeUndefined();
    expect(classify('53100')).toBeUndefined();
  });

  it.each([
    ['57P01', true],
    ['25006', true],
    ['ECONNRESET', true],
    [ours.silent, true],
    ['23505', false],
    ['40P01', false],
    ['55P03', false],
  ])('%s ends its connection: %s', (code, ends) => {
    expect(endsConnection(new PostgresFailure(code, ''))).toBe(ends);
  });
});
