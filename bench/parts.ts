/** The parts of `npm run bench`: what each measures, how long it takes, and which run only when named. */
import { type Begin, compare } from './compare.ts';
import { measureFilm } from './film.ts';
import { measurePages } from './lighthouse.ts';
import { audiences, measureCrowd, measureLive, tryCrowd, tryLive } from './live.ts';
import { measureLogging, measureLoneLog, tryLogging } from './logging.ts';
import { measureLoggingOnPostgres, tryLoggingOnPostgres } from './logging-on-postgres.ts';
import type { Machine } from './machine.ts';
import { measureAppOpening, measureTaps } from './phone.ts';
import { measureFeed, measureLargeAccount, measureOpening, tryFeed, tryOpening } from './reading.ts';
import type { Row } from './report.ts';
import { measureFirstStart, measureStarting } from './starting.ts';
import { measureWaits } from './waits.ts';

export interface Part {
  what: string;
  /** How long it takes alone, on a quiet machine with everything built. */
  seconds: number;
  /** Why it is not in a run of everything. */
  onlyNamed?: string;
  measure: (machine: Machine) => Promise<Row[]>;
}

const minutes = 'it takes minutes';

/** A name stands for itself and for all that go on from it: compare for all that compare. */
export const parts: Readonly<Record<string, Part>> = {
  p1: { seconds: 45, what: 'logs of 64 clients, beside bare SQLite and a bare Fastify', measure: measureLogging },
  p2: { seconds: 20, what: 'logs of one client', measure: measureLoneLog },
  p3: { seconds: 70, what: 'from a log to the live streams of others, beside a hop that waits for the disk', measure: measureLive },
  p4: { seconds: 60, what: 'opening a board, with up to a million activities', measure: measureOpening },
  p5: { seconds: 50, what: 'the feed over 50 boards with a million activities', measure: measureFeed },
  p6: { seconds: 50, what: '10,000 open streams; as many open files are needed (ulimit -Hn)', measure: measureCrowd },
  p7: { seconds: 30, what: 'starting, and memory at rest', measure: measureStarting },
  p9: { seconds: 200, what: 'Lighthouse, which comes into .cache (185 MB) the first time', onlyNamed: minutes, measure: measurePages },
  'p10-tap': { seconds: 40, what: 'from a tap to the frame that shows it, with a slow processor', measure: measureTaps },
  p11: {
    seconds: 90,
    what: 'logs on PostgreSQL, by one copy and by two',
    onlyNamed: 'it needs PostgreSQL',
    measure: measureLoggingOnPostgres,
  },
  p12: {
    seconds: 150,
    what: 'how long each call keeps others waiting, on the heaviest account',
    onlyNamed: minutes,
    measure: measureWaits,
  },
  p13: { seconds: 240, what: 'npm start on a bare clone', onlyNamed: 'it needs git and the network', measure: measureFirstStart },
  p14: { seconds: 120, what: 'opening the installed app, with a slow processor', onlyNamed: minutes, measure: measureAppOpening },
  p18: { seconds: 90, what: 'each call of each screen of a large account', onlyNamed: minutes, measure: measureLargeAccount },
  p20: { seconds: 90, what: 'the film of a year with a million activities', onlyNamed: minutes, measure: measureFilm },
  'compare-p1': comparing(100, 16, { 'P1, P2': tryLogging }),
  'compare-p3': comparing(
    180,
    12,
    Object.fromEntries(audiences.map((audience) => [`P3, ${audience.what}`, (build?: string) => tryLive(audience, build)])),
  ),
  'compare-p4': comparing(120, 12, { P4: tryOpening }),
  'compare-p5': comparing(120, 12, { P5: tryFeed }),
  'compare-p6': comparing(120, 8, { P6: tryCrowd }),
  'compare-p11': comparing(150, 12, { P11: tryLoggingOnPostgres }),
};

function comparing(seconds: number, rounds: number, trials: Readonly<Record<string, Begin>>): Part {
  const what = `${Object.keys(trials).join('; ')}: of this build and of another one by turns`;
  return { seconds, what, onlyNamed: 'it needs another build, in OU_LA_LA_BASE', measure: () => compare(rounds, trials) };
}
