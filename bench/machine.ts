/** What this machine is worth, and whether others use it. */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { referenceEcho } from './goals.ts';
import { startEcho } from './logging.ts';
import { folder } from './processes.ts';

export interface Machine {
  /** So many times slower than the machine by which goals in milliseconds were set. */
  factor: number;
  /** Times in milliseconds may be so many times the goal: never less than they are written. */
  readonly leeway: number;
  /** Others used it before it was measured: a factor that comes of that makes goals in milliseconds easier than they are. */
  readonly busy: boolean;
}

/** A share of all processors. A quiet machine's own housekeeping takes some hundredths. */
const mostForOthers = 0.12;
const tmpfs = 0x01021994;
/** Requests per second of a bare Fastify with 64 clients, each time that it was asked. */
const echoes: number[] = [];

/** Measures the machine and says what it is. */
export async function meetMachine(): Promise<Machine> {
  const [cpu] = cpus();
  console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 1e9).toFixed(0)} GB, data in ${folder}`);
  if (statfsSync(folder).type === tmpfs)
    console.log('The data lie in memory (tmpfs): a durable write costs nothing here. Set TMPDIR to a disk.');
  const machine: Machine = {
    factor: 1,
    get leeway() {
      return Math.max(1, this.factor);
    },
    busy: await othersUseIt(),
  };
  await meetAgain(machine);
  return machine;
}

/**
 * Asks once more for the factor, which is by the mean of all answers: what others on the same host take of a machine, or give back, makes one answer differ
 * from the next by a quarter within seconds.
 */
export async function meetAgain(machine: Machine): Promise<void> {
  const echo = await startEcho();
  echoes.push((await echo.load(2)).rate);
  await echo.stop();
  const mean = echoes.reduce((sum, rate) => sum + rate, 0) / echoes.length;
  machine.factor = referenceEcho / mean;
  console.log(
    `factor = ${referenceEcho.toLocaleString('en')}/s ÷ ${Math.round(mean).toLocaleString('en')}/s = ${machine.factor.toFixed(2)}`,
  );
  if (machine.factor < 1) console.log('A machine faster than that of the goals: times are judged by the goals as they are written.');
}

/** Whether others use the machine. It is asked while the bench itself does nothing: what is used then others use. */
export async function othersUseIt(): Promise<boolean> {
  const usedSoFar = watchAll();
  await pause(1000);
  const used = usedSoFar();
  // No such figures here: the load has to do, which remembers for a minute what the bench itself did.
  const byOthers = Number.isNaN(used) ? ((loadavg()[0] ?? 0) - 1) / availableParallelism() : used;
  if (byOthers <= mostForOthers) return false;
  console.log(`Others use ${(byOthers * 100).toFixed(0)} % of the machine: verdicts that depend on it are doubtful.`);
  return true;
}

/** Returns what tells which share of all processors everything has used since, from 0 to 1; NaN where the machine does not say. */
export function watchAll(): () => number {
  const [start, before] = [performance.now(), usedByAll()];
  return () => (usedByAll() - before) / ((performance.now() - start) * availableParallelism());
}

/** Processor time in milliseconds of everything that runs here: of user, nice, system, irq, softirq and steal, in ticks of 10 ms. */
function usedByAll(): number {
  if (!existsSync('/proc/stat')) return Number.NaN;
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).slice(1).map(Number) ?? [];
  return [0, 1, 2, 5, 6, 7].reduce((sum, index) => sum + (ticks[index] ?? 0), 0) * 10;
}
