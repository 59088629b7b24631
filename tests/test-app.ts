/** The people of the tests and their boards, on the real app and a real database of its own: a file, or one in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyServerOptions, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { type Api, api, type BodyOf, type Endpoint, type EndpointKey, type ParamsOf, type QueryOf, type ReplyOf } from '#shared/api';
import type { NewAction } from '#shared/actions';
import type { PlayMode } from '#shared/play-modes';
import type { LoggedActivity } from '#shared/activities';
import type { ActionId, BoardId, UserId } from '#shared/ids';
import type { BoardRequest } from '#shared/requests';
import type { RefusalCode } from '#shared/refusals';
import { buildApp } from '#server/app';
import type { SessionCaller } from '#server/identity/callers';
import { issueReset } from '#server/identity/passwords/reset-links';
import type { Config } from '#server/config/config';
import type { Db } from '#server/database/database';
import { databaseFile, openDatabase } from '#server/database/open-database';
import type { Deps } from '#server/deps';
import { createDeps } from '#server/start';
import { afterFile } from './after-file.ts';
import { tamper } from './database-state.ts';
import { databaseFor, dropDatabases, testServer } from './postgres/test-databases.ts';
import { addressOf, breakfast as plainBreakfast, dishes as plainDishes, password } from './people.ts';

export { password } from './people.ts';
/** Where the people of the tests reach the app. */
export const host = 'jeu.test';
export const origin = `http://${host}`;

export interface TestApp {
  app: Awaited<ReturnType<typeof buildApp>>;
  deps: Deps;
  config: Config;
  /** Signs up; the username is the name. */
  signUp(name: string): Promise<Someone>;
  /** Signs up several, in the order of their names. */
  signUpAll<const Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: Someone }>;
  /** Somebody without a session. */
  visitor(): Someone;
  /** Listens on a free port of this machine, once; what streams need. */
  port(): Promise<number>;
}

interface TestAppOptions {
  config?: Partial<Config>;
  logger?: FastifyServerOptions['logger'];
  /** Without the limits that count requests, look-ups and boards: for tests that make more of them than people do. */
  boundless?: boolean;
  /** Without waiting for the disk: for tests of very many changes, about their order and not their safety. */
  hasty?: boolean;
  /** Puts something into the folder before the app opens it. */
  prepare?: (dataDir: string) => void;
}

/** Files that are in memory alone, on Linux. */
const memory = '/dev/shm';

let migrated: Promise<Buffer> | undefined;

/** Writes a database of SQLite in which the tables are made already: making them takes four times as long as all else that opens it. */
async function copyMigrated(dataDir: string): Promise<void> {
  migrated ??= migrate();
  writeFileSync(databaseFile(dataDir), await migrated, { mode: 0o600 });
}

async function migrate(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-migrated-'));
  try {
    const database = openDatabase({ dataDir });
    await database.migrate();
    await database.close();
    return readFileSync(databaseFile(dataDir));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Opens the app on an empty database; both are gone after the tests of the file. */
export async function startTestApp({ config: settings, logger, boundless, hasty, prepare }: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(hasty && existsSync(memory) ? memory : tmpdir(), 'ou-la-la-'));
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: undefined,
    databaseConnections: 10,
    // However slow the machine is: what is refused for that is no fact about the app.
    databasePatience: 60_000,
    origin: undefined,
    hstsMaxAge: undefined,
    masterKey: undefined,
    trustProxy: false,
    logLevel: 'silent',
    signUps: 'open',
    accountsWithoutEmail: true,
    demo: false,
    signUpsPerHour: 10_000,
    logsPerMinute: 1_000_000,
    smtpUrl: undefined,
    redisUrl: undefined,
    mailFrom: 'OU LA LA <ne-pas-repondre@jeu.test>',
    supportEmail: 'support@jeu.test',
    messengerAppId: undefined,
    pushServices: [],
    outgoingNetworks: [],
    stopGrace: 0,
    metricsAddress: undefined,
    backupEvery: undefined,
    backupKeep: 14,
    backupDir: join(dataDir, 'backups'),
    ...settings,
  };
  prepare?.(dataDir);
  // A folder that a test names is that of an earlier app: both have one database.
  if (testServer === undefined && !existsSync(databaseFile(config.dataDir))) await copyMigrated(config.dataDir);
  if (testServer !== undefined) config.databaseUrl ??= await databaseFor(testServer, config.dataDir);
  const opened = await createDeps(config);
  const deps = boundless
    ? {
        ...opened,
        limits: {
          ...opened.limits,
          requests: endless,
          reactions: endless,
          lookUps: endless,
          invitationGuesses: endless,
          boardsMade: endless,
          timeZoneChanges: endless,
        },
      }
    : opened;
  const app = await buildApp(deps, logger);
  let listening: Promise<unknown> | undefined;

  const testApp: TestApp = {
    app,
    deps,
    config,
    visitor: () => new Someone(testApp, 'visiteur'),
    async signUp(name) {
      const someone = new Someone(testApp, name);
      await someone.signUp();
      return someone;
    },
    async signUpAll(...names) {
      const people = await Promise.all(names.map((name) => testApp.signUp(name)));
      return people as { [Index in keyof typeof names]: Someone };
    },
    async port() {
      listening ??= app.listen({ host: config.host, port: 0 });
      await listening;
      const address = app.server.address();
      if (typeof address !== 'object' || address === null) throw new Error('not listening');
      return address.port;
    },
  };
  afterFile(async () => {
    await app.close();
    await deps.database.close();
    rmSync(dataDir, { recursive: true, force: true });
    // Not before all are closed: another app may have the same.
    afterFile(dropDatabases);
  });
  return testApp;
}

/** Tells SQLite how to behave, on a connection of the app's. */
export async function setPragma(db: Db, pragma: string): Promise<void> {
  await sql.raw(`pragma ${pragma}`).execute(db);
}

/** Rows that this unit of work has changed so far, and on SQLite those before it; those included that went with others. */
export async function rowsChanged(db: Db): Promise<number> {
  if (testServer !== undefined) {
    const counted = sql<{ changes: number }>`select sum(n_tup_ins + n_tup_upd + n_tup_del) as changes from pg_stat_xact_user_tables`;
    return (await counted.execute(db)).rows[0]?.changes ?? Number.NaN;
  }
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? Number.NaN;
}

const endless = {
  spend: () => Promise.resolve(true),
  wait: () => Promise.resolve(0),
  giveBack: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

type Slot<Name extends string, T> = [T] extends [undefined] ? Partial<Record<Name, undefined>> : Record<Name, T>;
/** What an endpoint takes. */
export type Input<K extends EndpointKey> = Slot<'params', ParamsOf<K>> &
  (K extends 'GET /api/actions' | 'GET /api/activities' | 'GET /api/boards/:boardId/activities' | 'GET /api/emojis'
    ? Partial<Record<'query', QueryOf<K>>>
    : Slot<'query', QueryOf<K>>) &
  Slot<'body', BodyOf<K>>;
type InputOf<K extends EndpointKey> = object extends Input<K> ? [input?: Input<K>] : [input: Input<K>];

export interface Answer<K extends EndpointKey> {
  status: number;
  /** The body of a success. */
  body: ReplyOf<K>;
  /** The code of a refusal. */
  code: RefusalCode | undefined;
  message: string | undefined;
  /** The bytes. */
  text: string;
  headers: Record<string, unknown>;
}

/** Somebody with a browser: it keeps cookies and says where it comes from. */
export class Someone {
  readonly testApp: TestApp;
  readonly name: string;
  id: UserId = '';
  cookie: string | undefined;
  /** The cookie by which the server knows this browser again, signed in or not. */
  deviceCookie: string | undefined;
  /** The cookie that binds the challenges of passkeys to this browser. */
  passkeyCookie: string | undefined;

  constructor(testApp: TestApp, name: string) {
    this.testApp = testApp;
    this.name = name;
  }

  get email(): string {
    return `${this.name
      .normalize('NFD')
      .replace(/\P{ASCII}/gu, '')
      .toLowerCase()}@example.org`;
  }

  async signUp(): Promise<void> {
    const { user } = await this.does('POST /api/accounts', {
      body: { username: this.name, email: this.email, password, avatar: '🦄' },
    });
    this.id = user.id;
    // At the start the recurring jobs run once: a test that compares rows must not see one of them under way.
    await this.testApp.deps.jobs.idle('forget_expired', 'announce_recaps');
  }

  /** The same person in another browser, signed in there. */
  async elsewhere(): Promise<Someone> {
    const other = new Someone(this.testApp, this.name);
    const { user } = await other.does('POST /api/session', { body: { identifier: this.name, password } });
    other.id = user.id;
    return other;
  }

  /** What the server takes this browser for; fails where nobody is signed in. */
  async caller(): Promise<SessionCaller> {
    const caller = await this.testApp.deps.identity.authenticate(this.cookie);
    if (!caller) throw new Error(`${this.name} is not signed in`);
    return caller;
  }

  /** Calls an endpoint that should succeed; the body of the reply. */
  async does<K extends EndpointKey>(key: K, ...input: InputOf<K>): Promise<ReplyOf<K>> {
    const answer = await this.tries(key, ...input);
    if (answer.status !== api[key].reply[0]) throw new Error(`${this.name}: ${key} → ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Calls an endpoint, whatever becomes of it. */
  async tries<K extends EndpointKey>(key: K, ...[input]: InputOf<K>): Promise<Answer<K>> {
    const { method, url, body } = requestOf(key, input ?? {});
    const answer = await this.sends<K>({ method, url, ...payloadOf(body) });
    assertAsDeclared(key, answer);
    return answer;
  }

  /** Sends anything, with the cookies of this browser; headers given replace its own, undefined takes one away. */
  async sends<K extends EndpointKey>({ headers, ...options }: InjectOptions): Promise<Answer<K>> {
    const cookies = [this.cookie, this.deviceCookie, this.passkeyCookie].filter((one) => one !== undefined);
    const cookie = cookies.length === 0 ? undefined : cookies.join('; ');
    const { origin: own = origin } = this.testApp.config;
    const sent = Object.entries({ host: new URL(own).host, origin: own, cookie, ...headers }).filter(([, value]) => value !== undefined);
    const raw = await this.testApp.app.inject({ ...options, headers: Object.fromEntries(sent) });
    for (const { name, value } of raw.cookies) {
      if (name === 'ou-la-la') this.cookie = value === '' ? undefined : `${name}=${encodeURIComponent(value)}`;
      if (name === 'ou-la-la-passkey') this.passkeyCookie = `${name}=${value}`;
      if (name === 'ou-la-la-device') this.deviceCookie = value === '' ? undefined : `${name}=${value}`;
    }
    const body =
      raw.payload === '' ? undefined : raw.headers['content-type']?.toString().startsWith('application/json') ? raw.json() : raw.payload;
    const refused = raw.statusCode >= 400 && typeof body === 'object' && body !== null ? body : undefined;
    return { status: raw.statusCode, body, code: refused?.code, message: refused?.message, text: raw.payload, headers: raw.headers };
  }
}

/** Throws when a reply has more or other than its schema names: not every endpoint leaves that out by itself. */
export function assertAsDeclared(key: EndpointKey, { status, body }: { status: number; body: unknown }): void {
  const [success, schema]: Endpoint['reply'] = api[key].reply;
  if (status !== success || schema === null || schema === 'stream') return;
  if (!isDeepStrictEqual(schema.parse(body), body)) throw new Error(`${key} replies with something that its schema does not name`);
}

export const json = { 'content-type': 'application/json' };

/** A body as JSON, with the header that says so. */
export function payloadOf(body: unknown): { payload?: string; headers?: Record<string, string> } {
  return body === undefined ? {} : { payload: JSON.stringify(body), headers: json };
}

/** Method, address and body of a call. */
export function requestOf(key: EndpointKey, input: { params?: unknown; query?: unknown; body?: unknown }) {
  const { method, path } = addressOf(key, {
    params: (input.params ?? {}) as Record<string, string>,
    query: (input.query ?? {}) as Record<string, string>,
  });
  return { method, url: path, body: input.body };
}

export const endpoints = Object.keys(api) as EndpointKey[];

export function isChange(key: EndpointKey): boolean {
  return !key.startsWith('GET ');
}

/** An endpoint that some tests must treat apart: it never ends. */
export function isStream(key: EndpointKey): boolean {
  return (api as Record<EndpointKey, Api[EndpointKey]>)[key].reply[1] === 'stream';
}

const breakfast = { ...plainBreakfast, category: 'positive' };
const dishes = { ...plainDishes, category: 'negative' };

/** A board with two actions, by their ids. */
export interface TestBoard {
  id: BoardId;
  /** 'Petit-déj au lit', +20 */
  breakfast: ActionId;
  /** 'Vaisselle oubliée', -15 */
  dishes: ActionId;
}

/** Makes a board; the members are invited and accept. */
export async function boardOf(
  administrator: Someone,
  members: readonly Someone[] = [],
  {
    title = 'Maison',
    invited = [],
    actions = [],
    ...settings
  }: { title?: string; invited?: readonly Someone[]; actions?: NewAction[]; timeZone?: string; playMode?: PlayMode } = {},
): Promise<TestBoard> {
  const { board } = await administrator.does('POST /api/boards', {
    body: { title, actions: [breakfast, dishes, ...actions], invited: [...members, ...invited].map(({ name }) => name), ...settings },
  });
  for (const member of members) await accept(member, board.id);
  const opened = await administrator.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  const idOf = (wanted: string) => opened.actions.find((action) => action.title === wanted)?.id ?? '';
  return { id: board.id, breakfast: idOf(breakfast.title), dishes: idOf(dishes.title) };
}

/** A time zone in which it is about noon now: nothing that is logged there is early, whenever the tests run. */
export function whereItIsNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // What lies ahead of UTC has a minus in its name.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Accepts what waits for this person about a board. */
export async function accept(person: Someone, boardId: string): Promise<BoardRequest> {
  const { id } = await waiting(person, boardId);
  const { request } = await person.does('POST /api/requests/:requestId/acceptance', { params: { requestId: id } });
  return request;
}

/** The newest request about a board that waits for this person's answer. */
export async function waiting(person: Someone, boardId: string): Promise<BoardRequest> {
  const { received } = await person.does('GET /api/requests');
  const request = received.find((one) => one.boardId === boardId && one.status === 'pending');
  if (!request) throw new Error(`nothing waits for ${person.name}`);
  return request;
}

export function remove(actor: Someone, board: { id: string }, member: Someone): Promise<undefined> {
  return actor.does('DELETE /api/boards/:boardId/members/:userId', { params: { boardId: board.id, userId: member.id } });
}

/** Does at once what the app does every hour. */
export async function doHourlyJobs({ config, deps }: TestApp): Promise<void> {
  tamper(config.dataDir, "update job set due = 0 where id = 'forget_expired'");
  deps.jobs.look('forget_expired');
  await deps.jobs.idle('forget_expired');
}

/** The token of a link that changes this person's password, as a mail would carry it. */
export function resetToken(testApp: TestApp, person: Pick<Someone, 'id'>): Promise<string> {
  return testApp.deps.database.unitOfWork(({ db }) => issueReset(db, person.id));
}

export function log(person: Someone, board: TestBoard, what: 'breakfast' | 'dishes', id: string = randomUUID()): Promise<LoggedActivity> {
  return person.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id, actionId: board[what] } });
}
