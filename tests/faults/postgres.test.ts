/** R6: a PostgreSQL that stands still or is killed under load keeps nobody waiting, and takes nothing along that was acknowledged. */
import { afterAll } from 'vitest';
import { startPostgres } from '../postgres/server.ts';
import { proveOutages } from './postgres-outages.ts';

const postgres = await startPostgres({ durable: true });
afterAll(() => postgres.remove());

await proveOutages('R6', postgres, postgres.url);
