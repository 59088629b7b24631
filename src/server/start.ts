import { hkdfSync } from 'node:crypto';
import { constants, accessSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';
import { removeAccount } from './privacy/account-deletion.ts';
import { createForgetting } from './privacy/forget-expired.ts';
import { logActivities } from './activities/activities.ts';
import { react } from './activities/reactions.ts';
import { createDemoPlayer } from './demos/answers.ts';
import { createGuestErasure } from './privacy/guest-erasure.ts';
import { createIdentity } from './identity/identity.ts';
import { expectPasswordHashing } from './identity/passwords/password-hash.ts';
import { createPasskeyChallenges } from './identity/passkeys/challenges.ts';
import { createKnownDevices } from './identity/sessions/known-devices.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createSharedLimit } from './limits/redis-limit.ts';
import { seedCatalogue } from './actions/predefined-actions.ts';
import { buildApp } from './app.ts';
import { postgresAdvice } from './backup/recurring/postgres-advice.fr.ts';
import { createRecurringBackup } from './backup/recurring/recurring-backup.ts';
import { ownAddress } from './config/address-advice.ts';
import { type Config, WrongSetting } from './config/config.ts';
import { createCounts } from './counts/counts.ts';
import { awaitDatabase } from './database/await-database.ts';
import type { Database } from './database/database.ts';
import { halfMovedDatabase } from './database/database-problems.fr.ts';
import { createEpoch } from './database/epoch.ts';
import { databaseName, databaseWarning, lockFolder, newerProblem, openDatabase, openingProblem } from './database/open-database.ts';
import type { Deps } from './deps.ts';
import { createEraser } from './erasure/erasures.ts';
import { createJobs, type Workers } from './jobs/jobs.ts';
import { createReadiness } from './http/readiness.ts';
import type { App } from './http/serve.ts';
import { openPort } from './http/open-port.ts';
import { createKeptSums } from './leaderboard/kept-sums.ts';
import type { Bus } from './live/bus.ts';
import { createLiveFeed } from './live/live-feed.ts';
import { createMemoryBus } from './live/memory-bus.ts';
import { createRedisBus } from './live/redis/redis-bus.ts';
import { createResync } from './live/resync.ts';
import { createMails } from './mail/mails.ts';
import { createSettling } from './play/settling-job.ts';
import { settleContests } from './contests/settle-contests.ts';
import { createAnnouncing } from './recap/announcing.ts';
import { createRecapMails } from './recap/recap-mails.ts';
import { type MetricsServer, serveMetrics } from './metrics/metrics-server.ts';
import { createTallies } from './metrics/tallies.ts';
import { findWrappingKey, hasBoardKeys, hasForeignBoardKey } from './encryption/board-key-store.ts';
import { createDelivery } from './events/deliveries.ts';
import { createFollowUp } from './events/follow-ups.ts';
import { createRecording } from './events/record.ts';
import { findSettledChange } from './activities/board-views.ts';
import { type BoardKeys, createBoardKeys } from './encryption/board-keys.ts';
import { createMasterKey } from './encryption/key-file.ts';
import { type Keyring, openKeyring } from './encryption/keyring.ts';
import type { MasterKey } from './encryption/master-key.ts';
import { hasSealedSecret } from './encryption/sealed-secret-store.ts';
import { createDeliverer } from './push/delivering.ts';
import { createPushService } from './push/push-service.ts';
import { createFlameReminder } from './push/flame-reminder.ts';
import { createGestureReminder } from './push/gesture-reminder.ts';
import { createTeller } from './push/telling.ts';
import { createWebhookDeliverer, webhookAnswersWithin } from './webhooks/delivering.ts';
import { createCaller } from './outgoing/calling.ts';
import { createSignature } from './push/vapid.ts';
import { isHalfMoved } from './moving/moving-store.ts';
import { currentKeyId, renewSessionSecret, sessionSecret } from './encryption/session-secret.ts';
import { findVapidKeys } from './encryption/vapid-keys.ts';

export interface Running {
  app: App;
  deps: Deps;
  /** The port that it listens on: where the setting is 0, the one that the system chose. */
  port: number;
  /**
   * Stops the server. For `grace` milliseconds `/readyz` answers 503 while requests are still served, so that a balancer sends no more.
   * A second call skips the rest.
   */
  stop(grace?: number): Promise<void>;
}

/** Opens the data of a configuration. Throws {@link WrongSetting} when its folder or key cannot be used. */
export async function createDeps(config: Config): Promise<Deps> {
  openFolder(config.dataDir);
  try {
    return await openIn(config);
  } catch (failure) {
    throw openingProblem(failure, config);
  }
}

async function openIn(config: Config): Promise<Deps> {
  const keyring = openKeyring(config);
  const opened = openDatabase(config);
  const database = createRecording(opened, { followUp: createFollowUp(opened, config), deliver: (event) => announce(event) });
  let announce: Deps['announce'] = () => undefined;
  try {
    if (await database.isNewer()) {
      if (await isHalfMoved(database.read)) {
        throw new WrongSetting(halfMovedDatabase(databaseName(config)));
      }
      throw newerProblem(config);
    }
    const isSealed = (await hasBoardKeys(database.read)) || (isShared(config) && (await hasSealedSecret(database.read)));
    // After that look: a copy that starts at the same time makes the key first, and then seals with it.
    const [newest] = keyring.keys();
    // Beside boards that another key has sealed, a new one would only look as if all were well.
    if (!newest && isSealed) {
      throw new WrongSetting(`La clé maîtresse manque : remettez le fichier master.key dans ${config.dataDir}, ou réglez MASTER_KEY.`);
    }
    await database.migrate();
    // Not before: a database that cannot be used leaves no key behind.
    const masterKey = newest ?? createMasterKey(config.dataDir);
    const secret = await findSessionSecret(config, database, keyring, masterKey);
    await seedCatalogue(database);
    const origin = config.origin ?? ownAddress(config, config.port);
    const epoch = createEpoch(database);
    const boardKeys = createBoardKeys(keyring, database);
    const vapid = await database.unitOfWork(async (work) =>
      findVapidKeys(work, keyring, keyring.find((await currentKeyId(work.db)) ?? '') ?? masterKey),
    );
    const { bus, limits } = await connectCopies(config, secret);
    const liveFeed = createLiveFeed({
      bus,
      readChange: (boardId, after) => findSettledChange({ database, boardKeys }, boardId, after),
    });
    const identity = createIdentity({ database, secret, origin, bus });
    const tallies = createTallies();
    const mail = createMails({ config, origin, database });
    const eraser = createEraser(database);
    const pushService = createPushService({
      sign: createSignature(vapid, subjectOf(origin, config)),
      inHouse: config.pushServices,
      networks: config.outgoingNetworks,
    });
    const caller = createCaller({ origin, port: config.port, networks: config.outgoingNetworks, within: webhookAnswersWithin });
    const workers: Workers = {
      password_reset_mail: mail.worker,
      erase_board: eraser,
      erase_account: eraser,
      forget_expired: createForgetting(database),
      erase_guests: createGuestErasure(database, (userId, confirm) => removeAccount(deps, userId, { handOvers: [] }, confirm)),
      answer_demo: createDemoPlayer(database, boardKeys, {
        log: (userId, activity) => logActivities(deps, userId, [activity]),
        react: (userId, given) => react(deps, userId, given),
      }),
      announce_recaps: createAnnouncing(database),
      settle_due: createSettling(database, (...due) => settleContests({ database, boardKeys }, ...due)),
      recap_mail: mail.workerFor(createRecapMails({ database, boardKeys, origin })),
      back_up: createRecurringBackup({ config, database, tallies }),
      tell_board: createTeller(database),
      remind_of_flames: createFlameReminder(database),
      remind_of_gestures: createGestureReminder(database),
      push: createDeliverer({ database, service: pushService, origin, tallies }),
      webhook: createWebhookDeliverer({ database, boardKeys, caller }),
    };
    const jobs = createJobs({ database, workers, tallies });
    announce = createDelivery({ boardKeys, jobs, liveFeed, tallies });
    forgetDeletedKeys(bus, boardKeys);
    const deps: Deps = {
      config,
      origin,
      database,
      epoch,
      boardKeys,
      vapid,
      keptSums: createKeptSums(),
      identity,
      devices: createKnownDevices(database, origin),
      passkeyChallenges: createPasskeyChallenges({ secret, secure: origin.startsWith('https:') }),
      limits,
      counts: createCounts(database),
      bus,
      liveFeed,
      announce,
      resync: createResync({ bus, liveFeed, database, epoch, identity, boardKeys }),
      mail,
      jobs,
      readiness: createReadiness(),
      tallies,
    };
    return deps;
  } catch (failure) {
    await database.close();
    throw failure;
  }
}

/** Whether other copies work on the same database, with a data folder each: a key of one's own would be one that they do not have. */
function isShared({ databaseUrl }: Config): boolean {
  return databaseUrl !== undefined;
}

/** What signs the session cookies. Throws {@link WrongSetting} where something is sealed with a key that is not here. */
async function findSessionSecret(config: Config, database: Database, keyring: Keyring, masterKey: MasterKey): Promise<string> {
  // Going on would make boards under a second key and leave the others unreadable.
  const foreign = new WrongSetting(
    "La clé maîtresse n'est pas celle de cette base : remettez le fichier master.key ou MASTER_KEY d'origine.",
  );
  const ids = [masterKey, ...keyring.keys()].map(({ id }) => id);
  // Where all is as it should be, every key of every board is looked at.
  const looks = database.longSnapshot(
    async function* (db) {
      yield await hasForeignBoardKey(db, ids);
    },
    { asLongAsItTakes: true },
  );
  for await (const isForeign of looks) if (isForeign) throw foreign;
  // In a database from before the secret was stored, the key in use is the one that wraps its boards.
  const inUse = keyring.find((await findWrappingKey(database.read)) ?? masterKey.id) ?? masterKey;
  return await database.unitOfWork(async (work) => {
    const secret = await sessionSecret(work, keyring, inUse);
    if (secret !== undefined) return secret;
    if (isShared(config) || (await hasBoardKeys(work.db))) throw foreign;
    return await renewSessionSecret(work, masterKey);
  });
}

/** The address that push services write to about what this server sends. They take no other address than these (RFC 8292, 2.1). */
function subjectOf(origin: string, { supportEmail }: Config): string {
  return origin.startsWith('https:') ? origin : `mailto:${supportEmail}`;
}

/** Several copies share their news and their limits through Redis, where it is set. */
async function connectCopies(config: Config, secret: string): Promise<{ bus: Bus; limits: Limits }> {
  if (config.redisUrl === undefined) return { bus: createMemoryBus(), limits: createLimits(config) };
  // Loaded by need: a single copy starts faster without it.
  const { createRedis } = await import('./redis/redis.ts');
  const redis = createRedis(config.redisUrl);
  return {
    bus: createRedisBus(redis, secretFor('bus', secret)),
    limits: createLimits(config, (bounds, name) => createSharedLimit(bounds, { redis, name, secret: secretFor('limit-keys', secret) })),
  };
}

/** What all copies have: of its own for each use, so that leaking one reveals no other. 32 bytes, hexadecimal. */
function secretFor(use: string, secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32)).toString('hex');
}

function forgetDeletedKeys(bus: Bus, boardKeys: BoardKeys): void {
  bus.listen((message) => {
    if (message.type === 'deleted') boardKeys.forget(message.boardId);
  });
}

/** A host who sets backups must not believe in those that nobody makes. */
function refuseBackups({ backupEvery, databaseUrl }: Config): void {
  if (backupEvery === undefined || databaseUrl === undefined) return;
  throw new WrongSetting(`Le réglage BACKUP_EVERY ne va pas avec DATABASE_URL : retirez-le. ${postgresAdvice}`);
}

/** Serves a configuration. Throws {@link WrongSetting} for what its keeper can set right. */
export async function start(config: Config, logger: FastifyServerOptions['logger'] = false): Promise<Running> {
  refuseBackups(config);
  const release = takeFolder(config);
  try {
    await expectPasswordHashing();
    return await serve(config, logger, release);
  } catch (failure) {
    release();
    throw failure;
  }
}

/** The data folder of a server alone: another one's streams would not hear what this one does. What ends that. */
function takeFolder({ dataDir, databaseUrl }: Config): () => void {
  openFolder(dataDir);
  const release = databaseUrl === undefined ? lockFolder(dataDir, 'server') : () => undefined;
  if (!release) {
    throw new WrongSetting(`Un serveur est déjà au travail dans le dossier de données ${dataDir} : arrêtez-le, ou réglez DATA_DIR.`);
  }
  return release;
}

async function serve(config: Config, logger: FastifyServerOptions['logger'], release: () => void): Promise<Running> {
  const port = await openPort(config).catch((failure: unknown) => {
    throw portProblem(failure, config);
  });
  let deps: Deps | undefined;
  let metrics: MetricsServer | undefined;
  let app: App | undefined;
  try {
    await awaitDatabase(config);
    deps = await createDeps(config);
    const warning = databaseWarning(config);
    if (warning !== undefined) console.error(warning);
    metrics = await openMetrics(deps);
    app = await buildApp(deps, logger, { replied: metrics?.replied, serverFactory: port.serverFactory });
    // Fastify closes only a server that it made itself. This hook runs after `preClose` and before what else closes.
    app.addHook('onClose', () => port.close());
    await app.ready();
    port.handOver();
    app.log.info(`Server listening at port ${port.number}`);
    return { app, deps, port: port.number, stop: stopping({ app, deps, metrics, release }) };
  } catch (failure) {
    await app?.close();
    await port.close();
    await metrics?.close();
    await deps?.database.close();
    throw failure;
  }
}

interface Stopping {
  app: App;
  deps: Deps;
  metrics: MetricsServer | undefined;
  release: () => void;
}

function stopping({ app, deps, metrics, release }: Stopping): Running['stop'] {
  const graceOver = new AbortController();
  let stopped: Promise<void> | undefined;
  async function stop(grace: number): Promise<void> {
    deps.readiness.turnAway();
    // A second call aborts the pause.
    if (grace > 0) await pause(grace, undefined, { signal: graceOver.signal }).catch(() => undefined);
    await app.close();
    await metrics?.close();
    await deps.database.close();
    release();
  }
  return (grace = 0) => {
    if (stopped) graceOver.abort();
    return (stopped ??= stop(grace));
  };
}

async function openMetrics(deps: Deps): Promise<MetricsServer | undefined> {
  const { metricsAddress } = deps.config;
  if (!metricsAddress) return undefined;
  // Not loaded where nobody asks for it.
  const { createMetrics } = await import('./metrics/metrics.ts');
  return await serveMetrics(createMetrics(deps), metricsAddress).catch((failure: unknown) => {
    throw addressProblem(failure, metricsAddress);
  });
}

function openFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('a file');
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch {
    throw new WrongSetting(`Le dossier de données ${folder} n'est pas accessible en écriture (réglage DATA_DIR).`);
  }
}

// Not `recursive` of mkdirSync: on Node 20 it never ends where a folder cannot be made though its parent is there, as in /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function portProblem(failure: unknown, { host, port }: Config): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  if (code === 'EADDRINUSE') return new WrongSetting(`Le port ${port} est déjà pris (réglage PORT).`);
  if (code === 'EACCES') return new WrongSetting(`Le port ${port} n'est pas permis (réglage PORT).`);
  if (code === 'EAFNOSUPPORT') return new WrongSetting(`Cette machine n'a pas d'adresses comme ${host} (réglage HOST).`);
  // A link-local address needs the name of its network interface.
  if (code === 'EINVAL' && host.startsWith('fe80:') && !host.includes('%'))
    return new WrongSetting(`L'adresse ${host} ne va qu'avec sa carte réseau, comme ${host}%eth0 (réglage HOST).`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new WrongSetting(`L'adresse ${host} n'est pas à cette machine (réglage HOST).`);
  return failure;
}

function addressProblem(failure: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : undefined;
  if (code === undefined) return failure;
  return new WrongSetting(`Les mesures ne peuvent pas être servies à ${host}, port ${port} : ${code} (réglage METRICS_ADDRESS).`);
}
