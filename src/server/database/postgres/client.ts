import type { Socket } from 'node:net';
import pg from 'pg';
import { ours, PostgresFailure } from './postgres-failure.ts';

/** Reads the certificates that the address names. */
export function createClient(url: string, socket: Socket): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'ou-la-la',
      stream: () => socket,
      types: numberTypes,
      pipeline: true,
      connectionTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
  } catch (failure) {
    throw new PostgresFailure(ours.address, failure instanceof Error ? failure.message : String(failure));
  }
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const { BOOL, INT8, NUMERIC } = pg.types.builtins;

/** As SQLite answers: counts and sums are numbers, conditions 0 or 1. No number of the tables is larger than a double holds exactly. */
const numberTypes: pg.CustomTypesConfig = {
  getTypeParser(id: TypeId, format?: 'text' | 'binary') {
    if (id === INT8 || id === NUMERIC) return Number;
    if (id === BOOL) return (text: string) => Number(text === 't');
    return pg.types.getTypeParser(id, format);
  },
};
