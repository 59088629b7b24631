/** A server with people who play, which P1 to P3 share. */
import { join } from 'node:path';
import { root } from '../scripts/commands.mjs';
import { assertRight } from './planting.ts';
import { gatherPlayers, type Players } from './players.ts';
import { folder, type RunningServer, startServer } from './processes.ts';

interface Play {
  server: RunningServer;
  players: Players;
}

const dataDir = join(folder, 'played');
let playing: Promise<Play> | undefined;

export function play(): Promise<Play> {
  return (playing ??= beginPlay());
}

async function beginPlay(): Promise<Play> {
  const profile = process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${join(root, '.cache/bench')}`] : [];
  const server = await startServer(dataDir, { nodeArguments: profile });
  return { server, players: await gatherPlayers(server.origin) };
}

/** Throws when something in its database is not right. */
export async function endPlay(): Promise<void> {
  if (!playing) return;
  await (await playing).server.stop();
  await assertRight(dataDir);
}
