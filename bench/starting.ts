/** P7: what the built server takes to start, and at rest. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { folder, startServer } from './processes.ts';
import { median, type Row, runsOfEach } from './report.ts';

const rest = 5000;
const goals = { milliseconds: 800, megabytes: 130 };

export async function measureStarting(): Promise<Row[]> {
  const dataDir = join(folder, 'starting');
  // The first start also makes the database.
  await (await startServer(dataDir)).stop();
  const starts: number[] = [];
  const memories: number[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const server = await startServer(dataDir);
    starts.push(server.startedIn);
    await pause(rest);
    const bytes = server.residentMemory();
    if (bytes !== undefined) memories.push(bytes / 1_000_000);
    await server.stop();
  }
  return [
    {
      id: 'P7',
      what: 'built server, from spawn to the first reply',
      runs: starts.map((time) => `${time.toFixed(0)} ms`),
      median: `${median(starts).toFixed(0)} ms`,
      goal: `≤ ${goals.milliseconds} ms`,
      met: median(starts) <= goals.milliseconds,
    },
    {
      id: 'P7',
      what: 'its memory at rest (resident)',
      runs: memories.map((memory) => `${memory.toFixed(0)} MB`),
      median: memories.length > 0 ? `${median(memories).toFixed(0)} MB` : 'no /proc here',
      goal: `≤ ${goals.megabytes} MB`,
      ...(memories.length > 0 ? { met: median(memories) <= goals.megabytes } : {}),
    },
  ];
}
