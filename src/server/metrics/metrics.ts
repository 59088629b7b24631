import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findNewest } from '../backup/recurring/backup-folder.ts';
import { version } from '../config/version.ts';
import type { Deps } from '../deps.ts';
import { type CountedJobs, countJobs } from '../jobs/job-store.ts';

/** What this copy of the server tells of itself, in the format of Prometheus. Names no person, board or address. */
export interface Metrics {
  contentType: string;
  text(): Promise<string>;
  /** A reply that has been sent, and not one that is a stream. */
  replied(reply: Replied): void;
}

export interface Replied {
  method: string;
  /** The pattern of a route, as in `/api/boards/:boardId`: there are as many as routes. */
  route: string;
  status: number;
  milliseconds: number;
}

/** In milliseconds: a database or a disk that does not answer must not keep the other figures back. */
const patience = 1000;
/** In seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type Measured = Pick<Deps, 'bus' | 'config' | 'database' | 'liveFeed' | 'tallies'>;

export function createMetrics(deps: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  nameVersion(registry);
  countTallies(registry, deps);
  countPushes(registry, deps);
  gaugeStreams(registry, deps);
  gaugeJobs(registry, deps);
  gaugeNeighbours(registry, deps);
  gaugeDisk(registry, deps);
  if (deps.config.backupEvery !== undefined) watchBackups(registry, deps);
  return { contentType: registry.contentType, text: () => registry.metrics(), replied: createReplies(registry) };
}

function createReplies(registry: Registry): Metrics['replied'] {
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'oulala_http_requests_total',
    help: 'Replies sent, by route and status; streams are counted apart.',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'oulala_http_request_duration_seconds',
    help: 'From the head of a request to the end of its reply, by route.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [registry],
  });
  // Looked up by one text: finding them by their labels takes prom-client several times as long.
  const known = new Map<string, { count: { inc(): void }; duration: { observe(seconds: number): void } }>();
  return ({ method, route, status, milliseconds }) => {
    const name = `${method} ${status} ${route}`;
    let series = known.get(name);
    if (!series) {
      series = { count: requests.labels(method, route, String(status)), duration: durations.labels(method, route) };
      known.set(name, series);
    }
    series.count.inc();
    series.duration.observe(milliseconds / 1000);
  };
}

function countTallies(registry: Registry, { tallies }: Measured): void {
  // Set to what was counted: counters themselves only add.
  registry.registerMetric(
    new Counter({
      name: 'oulala_logs_total',
      help: 'Activities logged, each once.',
      registers: [],
      collect() {
        this.reset();
        this.inc(tallies.logs);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'oulala_jobs_total',
      help: 'Attempts to do what waits in the queue, as mails and erasures, by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers: [],
      collect() {
        this.reset();
        for (const [kind, outcomes] of Object.entries(tallies.jobs))
          for (const [outcome, count] of Object.entries(outcomes)) this.inc({ kind, outcome }, count);
      },
    }),
  );
}

function countPushes(registry: Registry, { tallies }: Measured): void {
  const counter = (name: string, help: string, label: string, counts: Record<string, number>) =>
    registry.registerMetric(
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count);
        },
      }),
    );
  counter('oulala_pushes_total', 'Attempts to hand a push to its push service, by outcome.', 'outcome', tallies.pushes);
  counter('oulala_push_answers_total', 'What push services answered to these attempts, by status.', 'answer', tallies.pushAnswers);
}

function gaugeStreams(registry: Registry, { liveFeed }: Measured): void {
  registry.registerMetric(
    new Gauge({
      name: 'oulala_streams',
      help: 'Open live streams.',
      registers: [],
      collect() {
        this.set(liveFeed.size());
      },
    }),
  );
}

/** Jobs of all copies together; absent when the database does not answer. */
function gaugeJobs(registry: Registry, { database, tallies }: Measured): void {
  const readCounts = () => inTime(countJobs(database.read));
  const gauge = (name: string, help: string, valueOf: (counted: CountedJobs) => number, none?: number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers: [],
        async collect() {
          this.reset();
          const counts = await readCounts();
          if (!counts) return;
          if (none !== undefined) for (const kind of Object.keys(tallies.jobs)) this.set({ kind }, none);
          for (const counted of counts) this.set({ kind: counted.kind }, valueOf(counted));
        },
      }),
    );
  gauge('oulala_jobs_waiting', 'What waits in the queue of the database, whichever copy queued it, by kind.', ({ count }) => count, 0);
  gauge('oulala_jobs_failing', 'Of what waits in the queue, what failed the last time, by kind.', ({ failing }) => failing, 0);
  gauge(
    'oulala_jobs_due_timestamp_seconds',
    'When the first of what waits is due, in seconds since 1970, by kind.',
    ({ due }) => due / 1000,
  );
  gauge(
    'oulala_jobs_oldest_timestamp_seconds',
    'When what has waited longest was queued, in seconds since 1970, by kind.',
    ({ oldest }) => oldest / 1000,
  );
}

/** What only copies have that share a database. */
function gaugeNeighbours(registry: Registry, { bus, database }: Measured): void {
  if (bus.state() !== 'alone')
    registry.registerMetric(
      new Gauge({
        name: 'oulala_bus_connected',
        help: 'Whether this copy hears of the others: 1, or 0.',
        registers: [],
        collect() {
          this.set(bus.state() === 'connected' ? 1 : 0);
        },
      }),
    );
  if (database.connections() !== undefined)
    registry.registerMetric(
      new Gauge({
        name: 'oulala_database_connections',
        help: 'Connections to the database that are open and idle, may be open at most, and calls that wait for one.',
        labelNames: ['state'],
        registers: [],
        collect() {
          for (const [state, count] of Object.entries(database.connections() ?? {})) this.set({ state }, count);
        },
      }),
    );
}

function nameVersion(registry: Registry): void {
  const node = process.versions.node;
  new Gauge({
    name: 'oulala_build_info',
    help: 'Always 1; the labels say which version runs, on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node }, 1);
}

/** The data folder, which exists even where the database is elsewhere. */
function gaugeDisk(registry: Registry, { config, database }: Measured): void {
  registry.registerMetric(
    new Gauge({
      name: 'oulala_disk_bytes',
      help: 'The disk of the data folder: its size, and what is free of it.',
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset();
        const disk = await inTime(statfs(config.dataDir));
        if (!disk) return;
        this.set({ state: 'size' }, disk.blocks * disk.bsize);
        this.set({ state: 'free' }, disk.bavail * disk.bsize);
      },
    }),
  );
  if (database.fileSizes() === undefined) return;
  registry.registerMetric(
    new Gauge({
      name: 'oulala_database_bytes',
      help: 'The files of the database: the database itself, and the write-ahead log beside it.',
      labelNames: ['file'],
      registers: [],
      collect() {
        for (const [file, bytes] of Object.entries(database.fileSizes() ?? {})) this.set({ file }, bytes);
      },
    }),
  );
}

function watchBackups(registry: Registry, { config: { backupDir, backupEvery = 0 }, tallies }: Measured): void {
  const interval = {
    name: 'oulala_backup_interval_seconds',
    help: 'The time from one recurring backup to the next.',
    registers: [registry],
  };
  new Gauge(interval).set(backupEvery / 1000);
  // The folder is asked, not the memory: it still knows after a restart, and it notices when the backups are gone.
  registry.registerMetric(
    new Gauge({
      name: 'oulala_backup_last_success_timestamp_seconds',
      help: 'When the newest sound backup in the folder was made, in seconds since 1970; 0 where there is none.',
      registers: [],
      async collect() {
        const newest = await inTime(findNewest(backupDir));
        // Nobody knows when a backup was made that a wrong clock has dated.
        this.set(newest === undefined || newest.isAhead ? 0 : newest.madeAt.getTime() / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'oulala_backup_failures_total',
      help: 'Recurring backups that could not be made, or in which the doctor found something.',
      registers: [],
      collect() {
        this.reset();
        this.inc(tallies.backupFailures);
      },
    }),
  );
}

function inTime<T>(looking: Promise<T>): Promise<T | undefined> {
  return Promise.race([looking, pause(patience, undefined, { ref: false })]).catch(() => undefined);
}
