// @ts-check
// Which file may import what. `npm run check:walls` holds every import of src against these tables (see check-walls.mjs); what a single
// file shows without its imports (a call of fetch, a style attribute) is left to oxlint.

/**
 * Files whose path matches `of` must not import what matches `refuse`: a path of ours, as in src/server/config/config.ts, or the name of a package.
 * `except`: files that stand outside the wall. `names`: only these names are refused. `typesPass`: `import type` may pass.
 * @typedef {{ of: RegExp, except?: RegExp, refuse: RegExp, names?: string[], typesPass?: boolean, because: string }} Wall
 */

/** @type {Wall[]} */
export const walls = [
  {
    of: /^src\/shared\//,
    refuse: /^src\/(server|client)\//,
    because: "shared is the contract both sides agree on: if it imported one of them, the other would get that side's code too.",
  },
  {
    of: /^src\/shared\//,
    refuse: /^node:/,
    because: "shared also runs in the browser, where Node's modules do not exist.",
  },
  {
    of: /^src\/client\//,
    refuse: /^src\/server\//,
    because:
      'The client never imports the server: secrets and SQL would end in the files that everybody downloads. What both need belongs in shared.',
  },
  {
    of: /^src\/client\//,
    except: /\.test\.tsx?$/,
    refuse: /^node:/,
    because: "The client runs in a browser, where Node's modules do not exist.",
  },
  {
    of: /^src\/client\//,
    except: /^src\/client\/ui\/command\.ts$/,
    refuse: /^@tanstack\/react-query$/,
    names: ['useMutation'],
    because:
      'Whatever a person sends goes through ui/command.ts, which sends it once until it is answered: a second press in the same frame comes before React knows of the first.',
  },
  {
    of: /^src\/client\/ui\//,
    refuse: /^src\/client\/(?!ui\/)/,
    because: 'client/ui is only what could ship in another product: a room of the game uses ui, never the other way round.',
  },
  {
    of: /^src\/client\/sync\//,
    refuse: /^src\/client\/ui\/(celebration|flight|landing-time|sounds|stillness)\.ts$/,
    because:
      'What is kept and sent waits for nothing that moves on the screen: a view holds back what it shows, as play/until-coin-falls.ts does.',
  },
  {
    of: /^src\/server\//,
    refuse: /^src\/client\//,
    because: 'The server never imports the client: it serves the built files and knows nothing of React or the DOM.',
  },
  {
    of: /^src\/server\//,
    except: /^src\/server\/(http\/|live\/|(app|start|deps)\.ts)|-store\.ts$/,
    refuse: /^(fastify$|@fastify\/|fastify-)/,
    because:
      'Only http, live and what builds the app know Fastify: use cases and stores must work without HTTP. Declare routes with http/serve.ts.',
  },
  {
    of: /^src\/server\//,
    except: /^src\/server\/database\/|-store\.ts$/,
    refuse: /^(kysely|better-sqlite3|node:sqlite|pg)(\/|$)/,
    typesPass: true,
    because:
      'SQL is written in *-store.ts and database only, so that every query on a table can be found, and reviewed, in one place. Types may be imported.',
  },
  {
    of: /^src\//,
    except: /^src\/server\/database\/(sqlite\/|postgres\/|open-database\.ts$)/,
    refuse: /^(better-sqlite3|node:sqlite|pg)$|^src\/server\/database\/(sqlite|postgres)\//,
    because: 'Which database runs is known in open-database.ts alone: whatever else needs of it belongs into the interface, database.ts.',
  },
  {
    of: /^src\/server\//,
    except: /^src\/server\/redis\//,
    refuse: /^ioredis$/,
    because: 'Redis is reached in one way, server/redis/redis.ts, which knows when it does not answer: no request may wait for it.',
  },
  {
    of: /^src\/server\//,
    refuse: /^(node:)?process$/,
    because: 'Only src/server/config/config.ts reads the environment: there every setting is validated once, at start, and documented.',
  },
  {
    of: /^src\/server\/.*-store\.ts$/,
    refuse: /^(fastify$|@fastify\/|fastify-|nodemailer)|^src\/server\/(http|live|mail|errors)\/|-routes\.ts$/,
    because: 'A store only reads and writes rows: it answers use cases, and knows neither replies nor streams nor mail.',
  },
  {
    of: /^src\/server\/.*-routes\.ts$/,
    except: /^src\/server\/(http|live)\//,
    refuse: /^(kysely|better-sqlite3|node:sqlite|pg)(\/|$)|-store\.ts$|^src\/server\/database\//,
    because: 'A route declares what enters and what leaves, and calls a use case: one that reads rows itself would go around the policy.',
  },
  {
    of: /^src\//,
    except: /\.test\.tsx?$/,
    refuse: /^(tests|bench|scripts)\//,
    because: 'What people run needs nothing of what tests, measures or starts it.',
  },
];

/**
 * The only files of src/client that read the clock of their device, each with its reason. Whatever is compared with a time that the server told takes
 * `serverTime`, `inServerTime` or `useServerTime` (src/client/api), since a phone may be a day fast or slow. A file that no longer reads that clock
 * must leave this list.
 * @type {{ file: string, because: string }[]}
 */
export const deviceClock = [
  { file: 'src/client/api/server-clock.ts', because: 'It measures by how much this device differs from the server, for everybody else.' },
  {
    file: 'src/client/api/opened-at.ts',
    because: 'It keeps the moment by this device and takes it to the server at each drawing, as what is known of that clock grows.',
  },
  {
    file: 'src/client/api/server-time.ts',
    because: 'It keeps the moment by this device and takes it to the server at each drawing, as what is known of that clock grows.',
  },
  {
    file: 'src/client/pwa/service-worker-pushes.ts',
    because: 'The worker tells a page of the same device until when it waits for its answer.',
  },
  { file: 'src/client/pwa/launches.ts', because: 'The page looks whether the worker of the same device waits still.' },
  { file: 'src/client/api/api.ts', because: 'A call says when it went out and when its reply came, by which the difference is measured.' },
  {
    file: 'src/client/notices/away-line.tsx',
    because: 'The moment of a look is kept by this device and taken to the server when it is compared.',
  },
  {
    file: 'src/client/recap/read-on-monday.ts',
    because: 'The moment of a read is kept by this device and taken to the server when it is compared.',
  },
  {
    file: 'src/client/sync/stream/last-contact.ts',
    because: 'The moment of the last contact is told to a person of this device; what compares it takes it to the server.',
  },
  {
    file: 'src/client/sync/outbox/outbox.ts',
    because: 'When a command was given is kept with it, maybe before the server was ever heard; registry.ts takes it to the server.',
  },
  {
    file: 'src/client/sync/outbox/leader.ts',
    because: 'It measures a wait on this device alone; a monotonic clock would stand still while the device sleeps.',
  },
  {
    file: 'src/client/sync/stream/live.ts',
    because: 'It measures silences on this device alone; a monotonic clock would stand still while the device sleeps.',
  },
  { file: 'src/client/sync/storage/store.ts', because: 'It finds out whether the device slept: the difference of two readings on it.' },
  {
    file: 'src/client/sync/storage/persistence.ts',
    because: 'What was stored on this device grows old on it: how old is the difference of two readings on it.',
  },
  {
    file: 'src/client/boards/board-queries.ts',
    because: 'Query dates its failures by this device: how old one is is the difference of two readings on it.',
  },
  {
    file: 'src/client/push/push-offer.ts',
    because: 'When something was offered is noted in this browser alone: how long ago is the difference of two readings on it.',
  },
  {
    file: 'src/client/lock/lock-record.ts',
    because:
      'The lock of the app is of this device alone, and works without a server: how long it was out of sight is the difference of two readings on it.',
  },
  {
    file: 'src/client/pwa/app-version.ts',
    because: 'How long ago a newer version was looked for is the difference of two readings on this device.',
  },
  {
    file: 'src/client/shell/connection.tsx',
    because: 'How long a command has waited on this device is the difference of two readings on it.',
  },
  {
    file: 'src/client/ui/format.fr.ts',
    because:
      'The year of a date is left out where it is this one; on the night of a New Year a wrong clock writes one too many or too few.',
  },
];

/**
 * The rooms, from the ground up: a file imports only from rooms above its own in this list. So they form no circle, whoever reads one needs
 * nothing further down, and what two rooms need of each other moves into a third. `import type` does not count: it is erased by the compiler.
 *
 * A room is a folder with all that is in it, but for what belongs to a room inside it.
 */
export const rooms = [
  'shared',

  'server/ids',
  'server/files',
  'server/errors',
  'server/config',
  'server/database',
  'server/encryption',
  'server/redis',
  'server/limits',
  'server/jobs',
  'server/erasure',
  'server/outgoing',
  'server/http',
  // The nouns. What must happen in one further down goes through events.
  'server/accounts',
  'server/identity',
  'server/mail',
  'server/boards',
  'server/play',
  'server/membership',
  'server/guests',
  'server/live',
  'server/profile',
  'server/actions',
  'server/codes',
  'server/leaderboard',
  'server/activities',
  'server/contests',
  'server/achievements',
  'server/recap',
  'server/whole-boards',
  'server/demos',
  'server/widget',
  'server/walls',
  'server/push',
  'server/webhooks',
  'server/counts',
  'server/privacy',
  'server/events',
  'server/doctor',
  // What a running server needs of backups; making and checking one needs the whole server.
  'server/backup/recurring',
  'server/metrics',
  'server/moving',
  'server/people',
  'server/importing',
  'server',
  'server/backup',

  'client/ui',
  'client/api',
  'client/session',
  'client/sync/replica',
  'client/sync/storage',
  'client/sync/commands',
  'client/sync/outbox',
  'client/sync/stream',
  'client/analytics',
  'client/consent',
  'client/legal',
  'client/accounts',
  'client/guests',
  'client/achievements',
  'client/actions',
  'client/boards',
  'client/activities',
  'client/membership',
  'client/leaderboard',
  'client/play',
  'client/recap',
  'client/notices',
  'client/push',
  'client/doors',
  'client/lock',
  // What composes several nouns.
  'client/screens',
  'client/landing',
  // It knows everything that is kept of a person.
  'client/privacy',
  'client/pwa',
  'client/wall',
  'client/shell',
  'client/app',
  'client',
  'client/app/testing',
  'client/sync/testing',
];

/**
 * Imports that run upward all the same, each with its reason. One that is gone must leave this list too.
 * @type {{ from: string, to: string, because: string }[]}
 */
export const upward = [];

/** The most that the style sheets of the client may have: lines, different conditions of the window or of a container, and different lengths outside of the tokens. */
export const mostOf = { lines: 10_000, conditions: 20, lengths: 70 };

/**
 * Sheets that break a rule of check-styles.mjs, and why. The list may only become shorter.
 * @type {readonly { file: string, rule: string, because: string }[]}
 */
export const styleExceptions = [
  {
    file: 'src/client/app/opening/opening.css',
    rule: 'colour',
    because: 'It is drawn before the tokens arrive, and in browsers that read none of them.',
  },
  {
    file: 'src/client/ui/counting-score.module.css',
    rule: 'content',
    because: 'The numbers on the way are drawn over a text that says the last one alone.',
  },
  {
    file: 'src/client/ui/hyphenated.module.css',
    rule: 'content',
    because: 'A hyphen that is drawn is neither read nor copied.',
  },
  {
    file: 'src/client/ui/raised.module.css',
    rule: 'content',
    because: 'The letters that are drawn stand for others, which are read and copied.',
  },
];
