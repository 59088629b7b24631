import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
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

/** In milliseconds: a database that does not answer must not keep the other figures back. */
const patience = 1000;
/** In seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type Measured = Pick<Deps, 'bus' | 'database' | 'liveFeed' | 'tallies'>;

export function createMetrics(deps: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countTallies(registry, deps);
  gaugeStreams(registry, deps);
  gaugeJobs(registry, deps);
  gaugeNeighbours(registry, deps);
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
  const readCounts = () => Promise.race([countJobs(database.read), pause(patience, undefined, { ref: false })]).catch(() => undefined);
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
