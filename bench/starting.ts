/** P7: what the built server takes to start, and at rest. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { folder, startServer } from './processes.ts';
import { asTime, figureRow, memoryRow, type Row, runsOfEach } from './report.ts';

const rest = 5000;

export async function measureStarting({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'starting');
  // The first start also makes the database.
  await (await startServer(dataDir)).stop();
  const starts: number[] = [];
  const memories: number[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const server = await startServer(dataDir);
    starts.push(server.startedIn);
    await pause(rest);
    memories.push((server.residentMemory() ?? Number.NaN) / 1e6);
    await server.stop();
  }
  const { start, megabytes } = goals.P7;
  return [
    figureRow({ id: 'P7', what: 'built server, from spawn to the first reply', brief: 'start', most: start * leeway }, starts, asTime),
    memoryRow({ id: 'P7', what: 'its memory at rest (resident)', brief: 'memory' }, megabytes, memories),
  ];
}
