/** The parts of `npm run bench`: what each measures, how long it takes, and which run only when named. */
import { compareLogging } from './compare.ts';
import { measureFirstStart } from './first-start.ts';
import { measurePage } from './lighthouse.ts';
import { measureCrowd, measureLive } from './live.ts';
import { measureLogging, measureLoneLog } from './logging.ts';
import { measureLoggingOnPostgres } from './logging-on-postgres.ts';
import type { Machine } from './machine.ts';
import { measureFeed, measureLargeAccount, measureOpening } from './reading.ts';
import type { Row } from './report.ts';
import { measureScrolling } from './scrolling.ts';
import { measureStarting } from './starting.ts';
import { measureTaps } from './tapping.ts';
import { measureWaits } from './waits.ts';

export interface Part {
  what: string;
  /** How long it takes alone, on a quiet machine with everything built. */
  seconds: number;
  /** Why it is not in a run of everything. */
  onlyNamed?: string;
  measure: (machine: Machine) => Promise<Row[]>;
}

const lighthouse = 'it takes a minute, and Lighthouse comes into .cache (185 MB) the first time';

/** A name stands for itself and for all that go on from it: p9 for the three pages. */
export const parts: Readonly<Record<string, Part>> = {
  p1: { what: 'logs of 64 clients, beside bare SQLite and a bare Fastify', seconds: 55, measure: measureLogging },
  p2: { what: 'logs of one client', seconds: 30, measure: measureLoneLog },
  p3: { what: 'from a log to the live streams of others, beside a hop that waits for the disk', seconds: 60, measure: measureLive },
  p4: { what: 'opening a board, with up to a million activities', seconds: 60, measure: measureOpening },
  p5: { what: 'the feed over 50 boards with a million activities', seconds: 50, measure: measureFeed },
  p6: { what: '10,000 open streams; as many open files are needed (ulimit -Hn)', seconds: 50, measure: measureCrowd },
  p7: { what: 'starting, and memory at rest', seconds: 30, measure: measureStarting },
  'p9-landing': {
    what: 'Lighthouse on the landing page',
    seconds: 60,
    onlyNamed: lighthouse,
    measure: (machine) => measurePage('landing', machine),
  },
  'p9-accueil': {
    what: 'Lighthouse on Accueil',
    seconds: 70,
    onlyNamed: lighthouse,
    measure: (machine) => measurePage('accueil', machine),
  },
  'p9-tableau': {
    what: 'Lighthouse on Tableau',
    seconds: 70,
    onlyNamed: lighthouse,
    measure: (machine) => measurePage('tableau', machine),
  },
  'p10-tap': {
    what: 'from a tap to the frame that shows it, in a Chromium with its processor slowed down',
    seconds: 40,
    measure: measureTaps,
  },
  'p10-scroll': {
    what: 'frames while scrolling through actions and activities, in a Chromium with its processor slowed down',
    seconds: 170,
    onlyNamed: 'it takes minutes',
    measure: measureScrolling,
  },
  p11: {
    what: 'logs on PostgreSQL, by one copy and by two, beside bare SQL',
    seconds: 90,
    onlyNamed: 'it needs PostgreSQL',
    measure: () => measureLoggingOnPostgres(),
  },
  p12: {
    what: 'how long each call keeps others waiting, on the heaviest account that there can be',
    seconds: 150,
    onlyNamed: 'it takes minutes',
    measure: measureWaits,
  },
  p13: {
    what: '`npm start` on a bare clone with an empty npm cache, to the first page',
    seconds: 240,
    onlyNamed: 'it needs git and the network',
    measure: measureFirstStart,
  },
  p18: {
    what: '200 boards, 100 members, 300 actions, 200 requests each way: each call of each screen',
    seconds: 90,
    onlyNamed: 'planting it all takes a minute',
    measure: measureLargeAccount,
  },
  compare: {
    what: 'logging on this build and on that of OU_LA_LA_BASE by turns',
    seconds: 120,
    onlyNamed: 'it needs another build',
    measure: () => compareLogging(process.env['OU_LA_LA_BASE']),
  },
};

/** Those that the words name, in the order of the table; without any, all that a run of everything has. */
export function namedParts(words: readonly string[]): { wanted: string[]; unknown: string[] } {
  const names = Object.keys(parts);
  const isNamed = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
  return {
    wanted: names.filter((name) => (words.length === 0 ? !parts[name]?.onlyNamed : words.some((word) => isNamed(name, word)))),
    unknown: words.filter((word) => !names.some((name) => isNamed(name, word))),
  };
}

export function helpOnParts(): string {
  const lines = Object.entries(parts).map(
    ([name, { what, seconds, onlyNamed }]) =>
      `  ${name.padEnd(11)} ${`${seconds} s`.padStart(5)}  ${what}${onlyNamed ? `. Only when named: ${onlyNamed}` : ''}`,
  );
  return ['npm run bench [-- <parts>] [--profile]', '', ...lines].join('\n');
}
