/** What this machine is worth, and how much of it others use meanwhile. */
import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { referenceEcho } from './goals.ts';
import { startEcho } from './logging.ts';
import { folder } from './processes.ts';

export interface Machine {
  /** So many times slower than the machine by which goals in milliseconds were set. */
  factor: number;
  /** Times in milliseconds may be so many times the goal: never less than they are written. */
  readonly leeway: number;
  /** Requests per second of a bare Fastify with 64 clients, each time that it was asked. */
  echoes: number[];
  /** Others used it while it was measured. */
  busy: boolean;
}

/** A share of all processors. A quiet machine's own housekeeping takes some hundredths. */
const mostForOthers = 0.12;
const tick = 10;
const tmpfs = 0x01021994;

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
    echoes: [],
    busy: false,
  };
  await meetAgain(machine);
  return machine;
}

/**
 * Asks once more for the factor, which is by the mean of all answers: what others on the same host take of a machine, or give back, makes one answer differ
 * from the next by a quarter within seconds.
 */
export async function meetAgain(machine: Machine): Promise<void> {
  const othersUse = watchOthers();
  const echo = await startEcho();
  machine.echoes.push((await echo.load(2)).rate);
  await echo.stop();
  machine.busy ||= isBusy(othersUse());
  const mean = sum(machine.echoes) / machine.echoes.length;
  machine.factor = referenceEcho / mean;
  const said = `factor = ${referenceEcho.toLocaleString('en')}/s ÷ ${Math.round(mean).toLocaleString('en')}/s = ${machine.factor.toFixed(2)}`;
  if (machine.factor < 1)
    console.log('A faster machine than the one by which the goals were set: times are judged by the goals as they are written.');
  console.log(
    `${said}${machine.busy ? ' (others use the machine: a factor measured now makes goals in milliseconds easier than they are)' : ''}`,
  );
}

export function isBusy(othersUsed: number): boolean {
  return othersUsed > mostForOthers;
}

/** Returns what tells which share of all processors other programs have used since, from 0 to 1. To be asked once. */
export function watchOthers(): () => number {
  const start = performance.now();
  const ours = new Set([process.pid]);
  let before = usedSoFar(ours);
  let others = 0;
  const look = (): void => {
    const after = usedSoFar(ours);
    if (!before || !after) return;
    const ownTime = after.own - before.own;
    // A process that ends without a parent that waits for it (as those of a browser that is closed) takes its time along: nothing is known
    // about that moment.
    if (ownTime >= 0) others += after.all - before.all - ownTime;
    before = after;
  };
  // Often enough to meet what starts in the background, like PostgreSQL, while it is still somebody's child.
  const looking = setInterval(look, 250).unref();
  return () => {
    clearInterval(looking);
    look();
    // No such figures here: the load has to do, which remembers for a minute what the bench itself did.
    if (!before) return Math.max(0, (loadavg()[0] ?? 0) - 1) / availableParallelism();
    return Math.max(0, others / ((performance.now() - start) * availableParallelism()));
  };
}

/** Returns what tells which share of all processors everything has used since, from 0 to 1; NaN where the machine does not say. */
export function watchAll(): () => number {
  const start = performance.now();
  const before = usedByAll();
  return () => ((usedByAll() ?? Number.NaN) - (before ?? Number.NaN)) / ((performance.now() - start) * availableParallelism());
}

/** Processor time in milliseconds of everything that runs here. */
function usedByAll(): number | undefined {
  if (!existsSync('/proc/stat')) return undefined;
  const [, user, nice, system, , , irq, softirq, steal] = (/^cpu .*/.exec(readFileSync('/proc/stat', 'utf8'))?.[0] ?? '')
    .split(/ +/)
    .map(Number);
  return sum([user, nice, system, irq, softirq, steal]) * tick;
}

/** Processor time in milliseconds: of everything that runs here, and of `ours` with all that they started, who join them for good. */
function usedSoFar(ours: Set<number>): { all: number; own: number } | undefined {
  const all = usedByAll();
  if (all === undefined) return undefined;
  const running = new Map<number, { parent: number; time: number }>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const about = Number.isInteger(pid) ? aboutProcess(pid) : undefined;
    if (about) running.set(pid, about);
  }
  for (const pid of ours) if (!running.has(pid)) ours.delete(pid);
  const isOurs = (pid: number): boolean => {
    const parent = running.get(pid)?.parent;
    return ours.has(pid) || (parent !== undefined && isOurs(parent));
  };
  for (const pid of running.keys()) if (isOurs(pid)) ours.add(pid);
  return { all, own: sum([...ours].map((pid) => running.get(pid)?.time)) };
}

/** Its time holds that of children that have ended. */
function aboutProcess(pid: number): { parent: number; time: number } | undefined {
  try {
    // After the name, which may hold anything but ends at the last bracket: state is field 3, its parent 4, the four times 14 to 17.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    return { parent: fields[1] ?? 0, time: sum(fields.slice(11, 15)) * tick };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}
