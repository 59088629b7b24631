/** The list of goals: what is measured or proven, what must come out, and what shows it. docs/quality.md has a line for each. */
import { goals } from './goals.ts';

export type Suite = 'unit' | 'e2e' | 'engines' | 'cluster' | 'faults';

/** A part of `npm run bench`, or test files with the suite that runs them. */
export type Proof = { bench: string } | { suite: Suite; files: readonly string[]; settings?: Readonly<Record<string, string>> };

export interface Row {
  id: string;
  what: string;
  goal: string;
  proofs: readonly Proof[];
  /** The goal has a time in it: on a machine that others use its proof says less. */
  timed?: true;
}

const part = (name: string): Proof => ({ bench: name });
const unit = (...files: string[]): Proof => ({ suite: 'unit', files });
const server = (...files: string[]): Proof => unit(...files.map((file) => `src/server/${file}.test.ts`));
const e2e = (...files: string[]): Proof => ({ suite: 'e2e', files: files.map((file) => `tests/e2e/${file}.spec.ts`) });
const tests =
  (suite: 'engines' | 'cluster' | 'faults') =>
  (files: string | readonly string[], settings?: Record<string, string>): Proof => ({
    suite,
    files: [files].flat().map((file) => `tests/${suite}/${file}.test.ts`),
    ...(settings && { settings }),
  });
const [engines, cluster, faults] = [tests('engines'), tests('cluster'), tests('faults')];

const { P1, P2, P3, P4, P5, P6, P7, P9, P10, P11, P12, P13, S7 } = goals;

const speed: readonly Row[] = [
  {
    id: 'P1',
    what: 'log an action, durable before the reply: 64 clients over 32 boards, real sessions, validation and encryption',
    goal: `≥ ${P1.floor} × bare SQLite, one durable transaction at a time; processor time ≤ ${P1.echo} × that of a bare Fastify for a request`,
    proofs: [part('p1')],
  },
  { id: 'P2', what: 'the same, one client', goal: `p50 ≤ ${P2.p50} ms, p99 ≤ ${P2.p99} ms`, proofs: [part('p2')] },
  {
    id: 'P3',
    what: "from a log to another member's stream: 1 reader; 200 readers of one board; 1,000 readers of 100 boards at 50 logs/s",
    goal: `p50 ≤ ${P3.p50} × and p99 ≤ ${P3.p99} × a raw hop`,
    proofs: [part('p3')],
  },
  {
    id: 'P4',
    what: 'open a board at 100, 10,000 and 1,000,000 activities',
    goal: `p50 ≤ ${P4.opening} ms, the last ≤ ${P4.growth} × the first; reply ≤ ${P4.bytes / 1000} kB compressed`,
    proofs: [part('p4')],
  },
  { id: 'P5', what: 'the feed over 50 boards with 1,000,000 activities', goal: `p50 ≤ ${P5.feed} ms`, proofs: [part('p5')] },
  {
    id: 'P6',
    what: '10,000 open streams on one copy',
    goal: `memory ≤ ${P6.megabytes} MB, a change told to all of them p99 ≤ ${P6.p99} ms`,
    proofs: [part('p6')],
  },
  {
    id: 'P7',
    what: 'built server: start to first reply; memory at rest',
    goal: `≤ ${P7.start / 1000} s; ≤ ${P7.megabytes} MB`,
    proofs: [part('p7')],
  },
  {
    id: 'P8',
    what: 'script of a first visit: landing page; first signed-in screen; each further screen (gzip)',
    goal: '≤ 90 kB; ≤ 150 kB; ≤ 40 kB',
    proofs: [part('p8')],
  },
  {
    id: 'P9',
    what: 'Lighthouse, mobile, throttled (its slowdown of the processor, 4 × divided by the factor, at most 4 ×): landing page, Accueil, Tableau',
    goal: `performance ≥ ${P9.performance}, the other three ${P9.others}`,
    proofs: [part('p9-landing'), part('p9-accueil'), part('p9-tableau')],
  },
  {
    id: 'P10',
    what: 'from a tap to the visible change, and the longest frame while scrolling through 60 actions and 300 activities, processor slowed 4 ×',
    goal: `≤ ${P10.tap} ms; no frame over ${P10.frame} ms`,
    proofs: [part('p10-tap'), part('p10-scroll')],
  },
  {
    id: 'P11',
    what: 'P1 on PostgreSQL, by one copy and by two on one database',
    goal: `one ≥ ${P11.statements} × bare SQL with as many connections; two ≥ ${P11.copies} × one where the processors allow`,
    proofs: [part('p11')],
  },
  {
    id: 'P12',
    what: 'the longest that any call keeps another reply waiting: 200 boards of 300 actions, 100,000 activities',
    goal: `≤ ${P12.wait} ms`,
    proofs: [part('p12')],
  },
  {
    id: 'P13',
    what: '`npm start` on a bare clone, to the first page, on two processors',
    goal: `≤ ${P13.start / 1000} s; ≤ ${P13.startWithoutCompiling / 1000} s on Node 24 and newer, where nothing is compiled`,
    proofs: [part('p13')],
  },
];

const durability: readonly Row[] = [
  {
    id: 'R1',
    what: '`kill -9` 50 times under 200 logs/s',
    goal: '0 acknowledged lost, 0 counted twice, every total its sum, `integrity_check` ok',
    proofs: [faults('kills')],
  },
  { id: 'R2', what: 'fsyncs against commits, by `strace`', goal: '≥ 1 per commit', proofs: [faults('fsyncs')] },
  {
    id: 'R3',
    what: '10,000 generated histories of offline, lost replies, duplicates, tabs, reloads, changes of person, undos',
    goal: '0 lost, doubled or sent as somebody else; the same id with other content → 422',
    proofs: [faults('outbox-histories', { FAULT_HISTORIES: '10000' })],
  },
  {
    id: 'R4',
    what: '500 cuts of the live stream during changes',
    goal: 'client state = server state within 2 s, 0 gaps',
    proofs: [faults('cuts')],
    timed: true,
  },
  {
    id: 'R5',
    what: 'disk full',
    goal: 'writes 507 in French, reads go on, no exit, back within 5 s of space',
    proofs: [faults('full-disk')],
    timed: true,
  },
  {
    id: 'R6',
    what: 'PostgreSQL stopped (SIGSTOP) for 30 s',
    goal: '503 within 3 s, connections bounded, back within 5 s',
    proofs: [faults('postgres')],
    timed: true,
  },
  {
    id: 'R7',
    what: 'Redis gone',
    goal: 'every write succeeds, updates within 5 s',
    proofs: [cluster('without-redis')],
    timed: true,
  },
  { id: 'R8', what: '200 stalled readers of streams', goal: 'memory + ≤ 20 MB', proofs: [faults('stalled-readers')] },
  {
    id: 'R9',
    what: 'backup under load, restored elsewhere',
    goal: 'consistent, `doctor` clean, ≤ 60 s',
    proofs: [faults('backup')],
    timed: true,
  },
  {
    id: 'R10',
    what: 'SIGTERM under load',
    goal: 'no request cut, streams told to reconnect, exit ≤ 5 s',
    proofs: [faults('stopping')],
    timed: true,
  },
  {
    id: 'R11',
    what: 'the main ways of the game, live, offline and back, in stock Firefox and WebKit',
    goal: 'nothing lost, no console error',
    proofs: [engines(['firefox', 'webkit'])],
  },
  {
    id: 'R12',
    what: 'two copies on PostgreSQL and Redis, 300 generated histories of everything at once, copies killed in between',
    goal: '0 deadlocks unanswered, 0 lost, 0 doubled, `doctor` clean',
    proofs: [cluster(['histories', 'killed-copies'], { HISTORIES: '300' })],
  },
  {
    id: 'R14',
    what: 'a backup restored while pages have seen more, with lower revisions and with the same ones',
    goal: 'every page shows what the server has after its next greeting; what waited is sent once',
    proofs: [unit('src/client/sync/replica/ingest.test.ts'), e2e('restored-backup')],
  },
];

const security: readonly Row[] = [
  {
    id: 'S1',
    what: 'every endpoint × every role × own, foreign, missing and deleted board',
    goal: 'all declared in one table; foreign and missing answered by the same bytes; what is denied changes nothing',
    proofs: [unit('tests/permissions.test.ts')],
  },
  {
    id: 'S2',
    what: 'sign-in guesses: 1,000 addresses on one account; one address on 1,000 accounts',
    goal: '≤ 20 checks of a password an hour and account, then “Trop de tentatives. Veuillez réessayer plus tard”; the owner still gets in on a known device, and by reset',
    proofs: [
      server(
        'identity/passwords/sign-in-limits',
        'identity/passwords/password-resets',
        'identity/passwords/passwords',
        'accounts/accounts',
        'limits/limit',
      ),
      cluster('limits'),
    ],
  },
  {
    id: 'S3',
    what: 'sign-in: known and unknown account',
    goal: 'the same bytes, medians within 5 ms',
    proofs: [server('accounts/accounts')],
    timed: true,
  },
  {
    id: 'S4',
    what: 'a session after sign-in elsewhere, change of password, reset, deletion, removal from a board',
    goal: 'never accepted; 401 at once; its stream closed within 1 s',
    proofs: [
      server(
        'identity/sessions/sessions',
        'identity/sessions/late-bodies',
        'identity/passwords/passwords',
        'identity/passwords/password-resets',
        'privacy/account-deletion',
      ),
    ],
    timed: true,
  },
  {
    id: 'S5',
    what: 'every change × missing, null and foreign Origin, form and text bodies',
    goal: '403, nothing changed; no GET changes anything',
    proofs: [server('http/origin-hook')],
  },
  {
    id: 'S6',
    what: '100 script payloads as titles, usernames, emoji and `redirect`, in Chromium',
    goal: '0 run, 0 leave the site',
    proofs: [e2e('payloads')],
  },
  {
    id: 'S7',
    what: 'hostile bodies: 1 MB, 500,000 deep, 1e309, `__proto__`, unknown keys, wrong types; fuzz over every schema',
    goal: `4xx in ≤ ${S7.refusal} ms, never 5xx`,
    proofs: [server('http/hostile-bodies', 'http/fuzz'), part('p12')],
  },
  {
    id: 'S8',
    what: "canary titles in database file, WAL, backup, logs, Redis, and in the browser's profile after signing out",
    goal: '0 found',
    proofs: [server('encryption/encryption', 'http/log-lines', 'backup/backup'), cluster('monitored'), e2e('offline')],
  },
  {
    id: 'S9',
    what: 'after deleting an account: id, e-mail, username, canary in every table; the export against an inventory of fields',
    goal: '0 found; 100 %',
    proofs: [server('privacy/account-deletion', 'privacy/account-export')],
  },
  {
    id: 'S10',
    what: "headers by the Mozilla Observatory's score table",
    goal: "A+, ≥ 130, `default-src 'none'`, nothing inline",
    proofs: [unit('tests/judges/headers.test.ts', 'src/server/http/security-headers.test.ts')],
  },
  {
    id: 'S11',
    what: 'confusable, bidirectional and zero-width usernames',
    goal: 'refused',
    proofs: [server('profile/profile', 'ids/username-skeleton', 'accounts/accounts')],
  },
  {
    id: 'S12',
    what: 'mail fields with CR, LF and commas',
    goal: 'exactly one recipient',
    proofs: [server('mail/mails')],
  },
  {
    id: 'S13',
    what: 'master key rotated live over 10,000 boards, killed 5 times',
    goal: '0 unreadable, old key removable',
    proofs: [faults('key-rotation')],
  },
];

const ease: readonly Row[] = [
  {
    id: 'U1',
    what: 'axe (WCAG 2.2 AA, RGAA) on every screen and open dialog, both themes',
    goal: '0 violations',
    proofs: [e2e('accessibility')],
  },
  { id: 'U2', what: 'the main job by keyboard alone', goal: 'works, focus always visible', proofs: [e2e('keyboard')] },
  { id: 'U3', what: 'the whole game by two people in two browsers', goal: 'works, live', proofs: [e2e('game')] },
  {
    id: 'U4',
    what: '320 × 568, 390 × 844, 844 × 390, 768, 1280, 1920, 200 % text, forced colours',
    goal: 'nothing cut, nothing covered, nothing scrolls sideways, the space used',
    proofs: [e2e('sizes', 'accessibility')],
  },
  {
    id: 'U5',
    what: 'every sentence of the specification',
    goal: 'in the catalogues',
    proofs: [unit('src/client/app/messages.test.ts')],
  },
  {
    id: 'U6',
    what: "from sign-up to the second person's first log, over two phones",
    goal: '≤ 11 taps, ≤ 6 fields, no reload',
    proofs: [e2e('join')],
  },
  { id: 'U7', what: 'from opening the app to a logged favourite', goal: '≤ 2 taps', proofs: [e2e('favourites')] },
];

export const groups: readonly { title: string; rows: readonly Row[] }[] = [
  { title: 'Speed', rows: speed },
  { title: 'Nothing lost', rows: durability },
  { title: 'Nobody in', rows: security },
  { title: 'Easy for everybody', rows: ease },
];

export const rows: readonly Row[] = groups.flatMap((group) => group.rows);

/** By which a proof stands in the record: its part of the bench, or its suite. */
export function nameOf(proof: Proof): string {
  return 'bench' in proof ? proof.bench : proof.suite;
}

/** What measures it anew. */
export function commandOf(proof: Proof): string {
  if ('bench' in proof) return `npm run bench -- ${proof.bench}`;
  const { suite, files, settings = {} } = proof;
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value} `);
  const start = {
    unit: 'npm test -- unit',
    e2e: 'npm test -- e2e',
    engines: 'npm run test:engines',
    cluster: 'npm run test:cluster --',
    faults: 'npm run test:faults --',
  };
  // The engines are named by what they are, and run both where none is.
  const names = suite === 'engines' ? [] : files.map((file) => file.replace(/^.*\//, '').replace(/\.ts$/, ''));
  return [`${given.join('')}${start[suite]}`, ...names].join(' ');
}
