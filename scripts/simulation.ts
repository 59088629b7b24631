/**
 * From what each action costs, as docs/costs.json has it, to what so many people need: copies, connections, storage and money.
 * A model, not a measurement: what it leaves out is said in docs/scaling.md.
 */

export interface ActionCost {
  /** Processor time of a copy of the server, in milliseconds; on SQLite the database's is in it. */
  serverMs: number;
  /** Processor time of the database, in milliseconds. */
  databaseMs: number;
  /** The size of the reply's body, compressed. */
  bytes: number;
  /** The statements that the database executes, `begin` and `commit` included; left out where it does not tell. */
  statements?: number;
}

export interface DatabaseCosts {
  /** `diskBytes`: by how much a log makes the database grow. */
  log: ActionCost & { diskBytes: number };
  openBoard: ActionCost;
  /** All that Accueil asks for. */
  openApp: ActionCost;
  signIn: ActionCost;
  stream: { /** The time to open it, in milliseconds. */ serverMs: number; memoryBytes: number };
  /** A change told to one stream. */
  delivery: { serverMs: number };
}

export interface Costs {
  measured: { date: string; commit: string; machineFactor: number };
  sqlite: DatabaseCosts;
  /** Left out where no PostgreSQL is installed. */
  postgres?: DatabaseCosts;
}

/** What people do, and what things cost where the servers stand. */
export interface Figures {
  people: number;
  /** Share of the people who open the app on a day, 0 to 1. */
  daily: number;
  /** How often each of these people logs on a day; the next three are counted alike. */
  logs: number;
  opens: number;
  boardsOpened: number;
  signIns: number;
  /** How long the app stays open each time. */
  minutes: number;
  /** The number of members of a board. */
  members: number;
  /** The busiest hour against the average one. */
  peak: number;
  /** The years of history that are kept. */
  years: number;
  /** In euros a month. */
  corePrice: number;
  /** In euros a month for a gigabyte. */
  memoryPrice: number;
  storagePrice: number;
  /** In euros for a gigabyte. */
  trafficPrice: number;
}

export const usualFigures: Figures = {
  people: 1_000_000,
  daily: 0.3,
  logs: 6,
  opens: 5,
  boardsOpened: 6,
  signIns: 0.05,
  minutes: 3,
  members: 3,
  peak: 4,
  years: 3,
  corePrice: 12,
  memoryPrice: 3,
  storagePrice: 0.12,
  trafficPrice: 0.01,
};

/** What one of each takes, so that it still answers in time when another one fails. */
export const limits = {
  /** Share of a processor that is used in the busiest hour. */
  use: 0.6,
  /** The streams that one copy holds (P6 is measured with as many). */
  streamsOfCopy: 10_000,
  /** The memory of a copy at rest, in bytes (P7). */
  copyMemory: 130e6,
  /** The connections of one copy to PostgreSQL (DATABASE_CONNECTIONS). */
  connectionsOfCopy: 10,
  /** The connections that one PostgreSQL holds; beyond them a pooler stands before it. */
  connections: 500,
  /** The processors of one PostgreSQL. */
  databaseCores: 32,
  /** The size of one PostgreSQL, in bytes: what can still be restored in a night. */
  databaseSize: 4e12,
} as const;

export interface Outcome {
  /** A second, in the busiest hour. */
  atPeak: { logs: number; boardsOpened: number; opens: number; signIns: number; deliveries: number; statements: number };
  streams: number;
  copies: number;
  /** Why not fewer: what decides. */
  copiesBecause: 'processor' | 'streams' | 'spare';
  serverCores: number;
  databaseCores: number;
  connections: number;
  /** Through Redis in a second, in the busiest hour: of logs and their limits, and beats, which each copy sends to each. */
  redis: { logs: number; beats: number };
  /** Databases that share the boards among them. */
  shards: number;
  /** In bytes. */
  memory: number;
  storage: number;
  traffic: number;
  /** In euros a month. */
  money: { servers: number; databases: number; storage: number; traffic: number; all: number };
}

const day = 24 * 60 * 60;
const month = 30;

/** Two copies at least, and of each database a second one that stands by. */
export function simulate(costs: DatabaseCosts, figures: Figures): Outcome {
  const active = figures.people * figures.daily;
  const perSecond = (each: number) => (active * each * figures.peak) / day;
  const logs = perSecond(figures.logs);
  const opens = perSecond(figures.opens);
  const boardsOpened = perSecond(figures.boardsOpened);
  const signIns = perSecond(figures.signIns);
  const streams = opens * figures.minutes * 60;
  // The other members of a board are told if they have the app open.
  const shareThere = Math.min(1, streams / figures.people);
  const deliveries = logs * (1 + (figures.members - 1) * shareThere);

  const { log, openApp, openBoard, signIn, stream, delivery } = costs;
  const counted = [
    [logs, log],
    [opens, openApp],
    [boardsOpened, openBoard],
    [signIns, signIn],
  ] as const;
  const sum = (of: (cost: ActionCost) => number) => counted.reduce((total, [rate, cost]) => total + rate * of(cost), 0);
  const serverCores = (sum(({ serverMs }) => serverMs) + opens * stream.serverMs + deliveries * delivery.serverMs) / 1000;
  const databaseCores = sum(({ databaseMs }) => databaseMs) / 1000;

  const byProcessor = Math.ceil(serverCores / limits.use);
  const byStreams = Math.ceil(streams / limits.streamsOfCopy);
  // One may fail.
  const copies = Math.max(byProcessor, byStreams, 1) + 1;
  const storage = active * figures.logs * 365 * figures.years * log.diskBytes;
  const shards = Math.max(1, Math.ceil(databaseCores / limits.use / limits.databaseCores), Math.ceil(storage / limits.databaseSize));
  const memory = copies * limits.copyMemory + streams * stream.memoryBytes;
  const daily = active * (figures.logs * log.bytes + figures.opens * openApp.bytes + figures.boardsOpened * openBoard.bytes);
  const traffic = daily * month;

  const databases = 2 * Math.max(shards, Math.ceil(databaseCores / limits.use));
  const money = {
    servers: copies * figures.corePrice + (memory / 1e9) * figures.memoryPrice,
    databases: databases * figures.corePrice + databases * 4 * figures.memoryPrice,
    storage: (2 * storage * figures.storagePrice) / 1e9,
    traffic: (traffic / 1e9) * figures.trafficPrice,
  };
  return {
    atPeak: { logs, boardsOpened, opens, signIns, deliveries, statements: sum(({ statements = 0 }) => statements) },
    streams,
    copies,
    copiesBecause: Math.max(byProcessor, byStreams) <= 1 ? 'spare' : byStreams > byProcessor ? 'streams' : 'processor',
    serverCores,
    databaseCores,
    connections: copies * limits.connectionsOfCopy,
    redis: { logs: 2 * logs, beats: copies * copies },
    shards,
    memory,
    storage,
    traffic,
    money: { ...money, all: Object.values(money).reduce((total, part) => total + part, 0) },
  };
}

/** Whether one copy with its database in a file does it, with room to spare. */
export function fitsOneMachine(costs: DatabaseCosts, figures: Figures): boolean {
  const { serverCores, streams, storage } = simulate(costs, figures);
  return serverCores <= limits.use && streams <= limits.streamsOfCopy && storage <= 200e9;
}
