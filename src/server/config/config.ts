import { isIP, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { type SignUpPolicy, signUpPolicies } from '#shared/accounts';
import { withoutBrackets } from './address-advice.ts';
import { addressOfEachHost } from './postgres-hosts.ts';
import { activityLimits } from '#shared/activity-limits';

/** A wrong setting: one line for the person who runs the program, which then ends with exit code 1. */
export class WrongSetting extends Error {}

const hour = 60 * 60 * 1000;

/** Leaves out blanks at both ends: line ends and a byte order mark, which editors of Windows leave in what they save, count as such. */
const emptyIsUnset = (value: unknown) => (typeof value === 'string' ? value.trim() || undefined : value);

/** `127.0.0.1:9464`, `[::1]:9464` or `localhost:9464`. */
const addressAndPort = /^(?:\[([\da-f:.]+(?:%[\w.-]+)?)\]|([^\s:[\]]+)):(\d{1,5})$/i;

const settings = z.object({
  /** Address to listen on. The default serves this machine only. */
  HOST: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .transform(readHost)
      .refine(isHost, 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)')
      .default('localhost'),
  ),
  PORT: z.preprocess(
    emptyIsUnset,
    z.coerce
      .number({ error: 'un nombre de 0 à 65535' })
      .int('un nombre de 0 à 65535')
      .min(0, 'un nombre de 0 à 65535')
      .max(65535, 'un nombre de 0 à 65535')
      .default(3000),
  ),
  DATA_DIR: z.preprocess(emptyIsUnset, z.string().default('data')),
  /** The address of a PostgreSQL, such as `postgres://name:password@db.example.org/jeu`. Without it the database is a file in DATA_DIR. */
  DATABASE_URL: z.preprocess(
    emptyIsUnset,
    z.string().refine(isPostgresUrl, 'une adresse comme postgres://nom:motdepasse@db.example.org/jeu').optional(),
  ),
  /** The most connections of this copy of the program to PostgreSQL. */
  DATABASE_CONNECTIONS: z.preprocess(
    emptyIsUnset,
    z.coerce
      .number({ error: 'un nombre de 2 à 100' })
      .int('un nombre de 2 à 100')
      .min(2, 'un nombre de 2 à 100')
      .max(100, 'un nombre de 2 à 100')
      .default(10),
  ),
  /** Where people reach the app, as in `https://jeu.example.org`. Fixes links in mails and makes cookies secure. */
  ORIGIN: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .refine(isOrigin, 'une adresse comme https://jeu.example.org, sans chemin')
      .transform((origin) => new URL(origin).origin)
      .optional(),
  ),
  /** Seconds for which browsers that came by TLS open this host by TLS alone (HSTS); 0 ends it. Two years at most. */
  HSTS_MAX_AGE: z.preprocess(
    emptyIsUnset,
    z.coerce
      .number({ error: 'un nombre de secondes de 0 à 63072000' })
      .int('un nombre de secondes de 0 à 63072000')
      .min(0, 'un nombre de secondes de 0 à 63072000')
      .max(63_072_000, 'un nombre de secondes de 0 à 63072000')
      .optional(),
  ),
  /** 32 bytes as 64 hexadecimal digits, or several such keys, the newest first; without it, `master.key` in DATA_DIR, made at first start. */
  MASTER_KEY: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i, '64 chiffres hexadécimaux')
      .optional(),
  ),
  /** 'true' when a proxy in front sets X-Forwarded-For, so that limits count people and not the proxy. */
  TRUST_PROXY: z.preprocess(emptyIsUnset, z.enum(['true', 'false'], { error: "'true' ou 'false'" }).default('false')),
  LOG_LEVEL: z.preprocess(
    emptyIsUnset,
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'fatal, error, warn, info, debug, trace ou silent' })
      .default('info'),
  ),
  /** Where mails are handed over, as in `smtps://name:password@mail.example.org`. Without it they are files in DATA_DIR/outbox. */
  SMTP_URL: z.preprocess(
    emptyIsUnset,
    z.string().refine(isSmtpUrl, 'une adresse comme smtps://nom:motdepasse@mail.example.org').optional(),
  ),
  /** Redis between several copies of the server, as in `redis://127.0.0.1:6379`; `rediss:` with TLS. Without it there is one copy. */
  REDIS_URL: z.preprocess(emptyIsUnset, z.string().refine(isRedisUrl, 'une adresse comme redis://127.0.0.1:6379').optional()),
  /** Sender of the mails: an address, or a name with the address in angle brackets. */
  MAIL_FROM: z.preprocess(emptyIsUnset, z.string().refine(isSender, 'une adresse e-mail').optional()),
  /** Origins of push services in the house, as in `https://push.maison.lan`: only these may have an address that is not public, or no TLS. */
  PUSH_SERVICES: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .refine(
        (text) => text.split(',').every((one) => isOrigin(one.trim())),
        'une adresse comme https://push.maison.lan, ou plusieurs avec des virgules',
      )
      .transform((text) => text.split(',').map((one) => new URL(one.trim()).origin))
      .optional(),
  ),
  /** Networks in the house that the server may call besides the public internet, as in `192.168.0.0/16`: for webhooks and push services there. */
  OUTGOING_NETWORKS: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .refine(
        (text) => text.split(',').every((one) => isNetwork(one.trim())),
        'un réseau comme 192.168.0.0/16, ou plusieurs avec des virgules',
      )
      .transform((text) => text.split(',').map((one) => one.trim()))
      .optional(),
  ),
  /** The address to which people write about their data. */
  SUPPORT_EMAIL: z.preprocess(emptyIsUnset, z.email('une adresse e-mail').optional()),
  /** The app id of Facebook with which boards are shared by Messenger. Without it Messenger is not offered. */
  MESSENGER_APP_ID: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(/^\d{5,20}$/, 'un numéro')
      .optional(),
  ),
  /** The people who may make an account: everybody, those invited to a board, or nobody. The first account can always be made (decision D44). */
  SIGN_UPS: z.preprocess(emptyIsUnset, z.enum(signUpPolicies, { error: signUpPolicies.join(', ') }).default('open')),
  /** Whether people may play with a first name and a face alone, by a link for one person; never where `SIGN_UPS` is closed (decision D56). */
  ACCOUNTS_WITHOUT_EMAIL: z.preprocess(emptyIsUnset, z.enum(['true', 'false'], { error: "'true' ou 'false'" }).default('true')),
  /** 'true' offers visitors a demo: a board of two, erased after a day, from which nothing goes out. */
  DEMO: z.preprocess(emptyIsUnset, z.enum(['true', 'false'], { error: "'true' ou 'false'" }).default('false')),
  /** Sign-ups that one address may make in an hour. */
  SIGN_UPS_PER_HOUR: z.preprocess(
    emptyIsUnset,
    z.coerce.number({ error: 'un nombre au moins 1' }).int('un nombre entier').min(1, 'un nombre au moins 1').default(300),
  ),
  /** Activities that one person may log in a minute (decision D29); as many as one call may log, at least. */
  LOGS_PER_MINUTE: z.preprocess(
    emptyIsUnset,
    z.coerce
      .number({ error: 'un nombre au moins 50' })
      .int('un nombre entier')
      .min(activityLimits.boardsAtOnce, `un nombre au moins ${activityLimits.boardsAtOnce}`)
      .default(600),
  ),
  /** Where the metrics are served, as in `127.0.0.1:9464`; nowhere without it. */
  METRICS_ADDRESS: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(addressAndPort, 'une adresse comme 127.0.0.1:9464')
      .transform(readAddress)
      .refine(({ port }) => port <= 65535, 'une adresse comme 127.0.0.1:9464')
      .optional(),
  ),
  /** Seconds that a server asked to stop serves on, while `/readyz` says 503: as long as a balancer takes to notice. */
  STOP_GRACE: z.preprocess(
    emptyIsUnset,
    z.coerce.number({ error: 'un nombre de 0 à 300' }).min(0, 'un nombre de 0 à 300').max(300, 'un nombre de 0 à 300').default(0),
  ),
  /** Hours between two backups that the server makes by itself; none without it. */
  BACKUP_EVERY: z.preprocess(
    emptyIsUnset,
    z.coerce
      .number({ error: "un nombre d'heures de 1 à 720" })
      .min(1, "un nombre d'heures de 1 à 720")
      .max(720, "un nombre d'heures de 1 à 720")
      .optional(),
  ),
  /** Backups that are kept of those, the newest. */
  BACKUP_KEEP: z.preprocess(
    emptyIsUnset,
    z.coerce.number({ error: 'un nombre au moins 1' }).int('un nombre entier').min(1, 'un nombre au moins 1').default(14),
  ),
  /** Where backups are put; without it, the folder `backups` in DATA_DIR. */
  BACKUP_DIR: z.preprocess(emptyIsUnset, z.string().optional()),
});

export interface Config {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** The address of a PostgreSQL, with its password; undefined where the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  /** The most connections to PostgreSQL. */
  databaseConnections: number;
  /** In milliseconds, for PostgreSQL. No setting: tests that ask for much at once wait for longer than people should. */
  databasePatience?: number;
  origin: string | undefined;
  /** In seconds; where it is undefined, the name of `origin` decides. */
  hstsMaxAge: number | undefined;
  /** Hexadecimal, 64 digits; several with commas between them, the newest first. */
  masterKey: string | undefined;
  trustProxy: boolean;
  logLevel: string;
  signUps: SignUpPolicy;
  accountsWithoutEmail: boolean;
  demo: boolean;
  signUpsPerHour: number;
  logsPerMinute: number;
  smtpUrl: string | undefined;
  redisUrl: string | undefined;
  /** As `address` or `name <address>`. */
  mailFrom: string;
  supportEmail: string;
  messengerAppId: string | undefined;
  /** Origins of push services that may have any address. */
  pushServices: readonly string[];
  /** Networks besides the public internet that the server may call, as in `192.168.0.0/16`. */
  outgoingNetworks: readonly string[];
  /** In milliseconds. */
  stopGrace: number;
  metricsAddress: { host: string; port: number } | undefined;
  /** In milliseconds, from one backup to the next; undefined where the server makes none by itself. */
  backupEvery: number | undefined;
  backupKeep: number;
  /** Absolute path. */
  backupDir: string;
}

/** Reads and validates the environment. Throws {@link WrongSetting} with one line per wrong value. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = settings.safeParse(env);
  if (!result.success) {
    // The value itself is not repeated: it may be a key.
    const lines = result.error.issues.map((issue) => `Réglage ${String(issue.path[0])} invalide : attendu ${issue.message}.`);
    throw new WrongSetting([...new Set(lines)].join('\n'));
  }
  const { HOST, PORT, DATA_DIR, ORIGIN, MASTER_KEY, TRUST_PROXY, LOG_LEVEL, SIGN_UPS, SIGN_UPS_PER_HOUR, LOGS_PER_MINUTE } = result.data;
  const { DATABASE_URL, DATABASE_CONNECTIONS, SMTP_URL, REDIS_URL, MAIL_FROM, SUPPORT_EMAIL, MESSENGER_APP_ID } = result.data;
  const { HSTS_MAX_AGE, PUSH_SERVICES, OUTGOING_NETWORKS, STOP_GRACE, METRICS_ADDRESS, BACKUP_EVERY, BACKUP_KEEP, BACKUP_DIR } =
    result.data;
  const mailHost = ORIGIN === undefined ? 'localhost' : mailHostOf(new URL(ORIGIN));
  return {
    host: HOST,
    port: PORT,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    databaseConnections: DATABASE_CONNECTIONS,
    origin: ORIGIN,
    hstsMaxAge: HSTS_MAX_AGE,
    masterKey: MASTER_KEY,
    trustProxy: TRUST_PROXY === 'true',
    logLevel: LOG_LEVEL,
    signUps: SIGN_UPS,
    accountsWithoutEmail: result.data.ACCOUNTS_WITHOUT_EMAIL === 'true',
    demo: result.data.DEMO === 'true',
    signUpsPerHour: SIGN_UPS_PER_HOUR,
    logsPerMinute: LOGS_PER_MINUTE,
    smtpUrl: SMTP_URL,
    redisUrl: REDIS_URL,
    mailFrom: MAIL_FROM ?? `OU LA LA <ne-pas-repondre@${mailHost}>`,
    // The mailbox that RFC 2142 gives every domain for its customers.
    supportEmail: SUPPORT_EMAIL ?? `support@${mailHost}`,
    messengerAppId: MESSENGER_APP_ID,
    pushServices: PUSH_SERVICES ?? [],
    outgoingNetworks: OUTGOING_NETWORKS ?? [],
    stopGrace: STOP_GRACE * 1000,
    metricsAddress: METRICS_ADDRESS,
    backupEvery: BACKUP_EVERY === undefined ? undefined : BACKUP_EVERY * hour,
    backupKeep: BACKUP_KEEP,
    backupDir: resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups')),
  };
}

function readAddress(text: string): { host: string; port: number } {
  const [, inBrackets, plain = '', port] = addressAndPort.exec(text) ?? [];
  return { host: inBrackets ?? plain, port: Number(port) };
}

/** IPv6 in its shortest form, without the brackets that it has in a URL: `[::1]` is what many write. */
function readHost(text: string): string {
  const host = withoutBrackets(text);
  if (!isIPv6(host)) return text;
  // An address with a zone (`fe80::1%eth0`) is no part of a URL.
  return URL.canParse(`http://[${host}]`) ? withoutBrackets(new URL(`http://[${host}]`).hostname) : host;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(text);
}

/** The host of the mailboxes that no setting names. An IP address has no mailboxes. */
function mailHostOf({ hostname }: URL): string {
  return isIP(withoutBrackets(hostname)) === 0 ? hostname : 'localhost';
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

/** An address, alone or with the number of bits that its network has in common. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

function isPostgresUrl(text: string): boolean {
  const addresses = addressOfEachHost(text);
  return addresses.length > 0 && addresses.every(({ pathname }) => pathname.length > 1);
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

function isSender(text: string): boolean {
  const [, address] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? [];
  return z.email().safeParse(address ?? text).success;
}
