import { networkInterfaces } from 'node:os';
import { addressAdvice, ownAddress } from './config/address-advice.ts';
import { expectRightClock } from './config/clock.ts';
import { type Config, readConfig } from './config/config.ts';
import { version } from './config/version.ts';
import { sentenceFor } from './database/open-database.ts';
import { type Running, start } from './start.ts';

/** In milliseconds: whatever hangs, the program ends. */
const endsWithin = 5000;

let running: Running | undefined;
let isStopping = false;
// Listened for from the beginning: as the first process of a container it would get no signal that it does not handle.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal));

// Before all else: whoever is told why it cannot start knows which one it is.
console.log(`OU LA LA ${version} (Node ${process.versions.node})`);

let config: Config | undefined;
try {
  config = readConfig();
  expectRightClock();
  running = await start(config, { level: config.logLevel });
  const { port } = running;
  console.log(`OU LA LA est ouvert : ${config.origin ?? ownAddress(config, port)}`);
  for (const line of addressAdvice(config, port, ownAddresses())) console.log(line);
} catch (failure) {
  console.error(sentenceFor(failure, config) ?? failure);
  process.exit(1);
}

/** The addresses of this machine's network cards, as other machines know it; without those that hold for one cable alone. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:')).map(({ address }) => address);
}

/** A second signal ends the grace that the first one leaves; whoever presses Ctrl+C waits for no balancer. */
function end(signal: 'SIGTERM' | 'SIGINT'): void {
  // Nobody has been served yet, and what was begun in the database is rolled back.
  if (!running) process.exit(0);
  const grace = signal === 'SIGINT' || isStopping ? 0 : running.deps.config.stopGrace;
  isStopping = true;
  setTimeout(() => process.exit(1), grace + endsWithin).unref();
  void running.stop(grace).then(() => process.exit(0));
}
