import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, WrongSetting } from './config.ts';

const key = 'Ab'.repeat(32);
/** All of them, each with another value than it has by itself. */
const written = {
  HOST: '::',
  PORT: '0',
  DATA_DIR: '/srv/jeu',
  DATABASE_URL: 'postgres://jeu:secret@db.example.org/jeu',
  DATABASE_CONNECTIONS: '20',
  ORIGIN: 'https://Jeu.example.org/',
  HSTS_MAX_AGE: '63072000',
  MASTER_KEY: key,
  TRUST_PROXY: 'true',
  LOG_LEVEL: 'warn',
  SIGN_UPS: 'invited',
  ACCOUNTS_WITHOUT_EMAIL: 'false',
  DEMO: 'true',
  SIGN_UPS_PER_HOUR: '5',
  LOGS_PER_MINUTE: '60',
  SMTP_URL: 'smtps://nom:secret@mail.example.org',
  REDIS_URL: 'rediss://nom:secret@redis.example.org:6380',
  MAIL_FROM: 'Le jeu <jeu@example.org>',
  SUPPORT_EMAIL: 'aide@example.org',
  MESSENGER_APP_ID: '1234567890',
  PUSH_SERVICES: 'https://push.maison.lan, http://10.0.0.5:8080/',
  OUTGOING_NETWORKS: '192.168.0.0/16, fd12::/16,10.0.0.5',
  STOP_GRACE: '2.5',
  METRICS_ADDRESS: '[::1]:9464',
  BACKUP_EVERY: '1.5',
  BACKUP_KEEP: '7',
  BACKUP_DIR: '/mnt/ailleurs',
};

describe('settings', () => {
  it('may all be left out: this machine only, port 3000, folder data', () => {
    expect(readConfig({})).toEqual({
      host: 'localhost',
      port: 3000,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseConnections: 10,
      origin: undefined,
      hstsMaxAge: undefined,
      masterKey: undefined,
      trustProxy: false,
      logLevel: 'info',
      signUps: 'open',
      accountsWithoutEmail: true,
      demo: false,
      signUpsPerHour: 300,
      logsPerMinute: 600,
      smtpUrl: undefined,
      redisUrl: undefined,
      mailFrom: 'OU LA LA <ne-pas-repondre@localhost>',
      supportEmail: 'support@localhost',
      messengerAppId: undefined,
      pushServices: [],
      outgoingNetworks: [],
      stopGrace: 0,
      metricsAddress: undefined,
      backupEvery: undefined,
      backupKeep: 14,
      backupDir: resolve('data/backups'),
    });
  });

  it('that are empty are left out', () => {
    const empty = Object.fromEntries(Object.keys(written).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('are read as they are written', () => {
    expect(readConfig(written)).toEqual({
      host: '::',
      port: 0,
      dataDir: '/srv/jeu',
      databaseUrl: 'postgres://jeu:secret@db.example.org/jeu',
      databaseConnections: 20,
      origin: 'https://jeu.example.org',
      hstsMaxAge: 63_072_000,
      masterKey: key,
      trustProxy: true,
      logLevel: 'warn',
      signUps: 'invited',
      accountsWithoutEmail: false,
      demo: true,
      signUpsPerHour: 5,
      logsPerMinute: 60,
      smtpUrl: 'smtps://nom:secret@mail.example.org',
      redisUrl: 'rediss://nom:secret@redis.example.org:6380',
      mailFrom: 'Le jeu <jeu@example.org>',
      supportEmail: 'aide@example.org',
      messengerAppId: '1234567890',
      pushServices: ['https://push.maison.lan', 'http://10.0.0.5:8080'],
      outgoingNetworks: ['192.168.0.0/16', 'fd12::/16', '10.0.0.5'],
      stopGrace: 2500,
      metricsAddress: { host: '::1', port: 9464 },
      backupEvery: 5_400_000,
      backupKeep: 7,
      backupDir: '/mnt/ailleurs',
    });
  });

  it.each([
    ['[::1]', '::1'],
    ['[::]', '::'],
    ['::', '::'],
    ['[FD00::0012]', 'fd00::12'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['[fe80::1%eth0]', 'fe80::1%eth0'],
    ['127.0.0.1', '127.0.0.1'],
    ['jeu.maison.lan', 'jeu.maison.lan'],
  ])('HOST=%s is the address %s', (text, host) => {
    expect(readConfig({ HOST: text }).host).toBe(host);
  });

  it('METRICS_ADDRESS takes a link-local address with its interface', () => {
    expect(readConfig({ METRICS_ADDRESS: '[fe80::1%eth0]:9464' }).metricsAddress).toEqual({ host: 'fe80::1%eth0', port: 9464 });
  });

  it.each(['http://192.168.1.12:3000', 'http://[fd00::12]:3000'])('name no mailbox at an IP address: %s', (ORIGIN) => {
    expect(readConfig({ ORIGIN })).toMatchObject({ supportEmail: 'support@localhost', mailFrom: 'OU LA LA <ne-pas-repondre@localhost>' });
  });

  const refused: [name: string, expected: string, values: string[]][] = [
    ['PORT', 'un nombre de 0 à 65535', ['web', '70000', '-1', '80.5']],
    [
      'HOST',
      'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)',
      ['[::1]:3000', '[::]:3000', 'localhost:3000', '0.0.0.0:80', 'http://localhost', '[localhost]', '[::1', '::1]', '*', 'a b'],
    ],
    [
      'ORIGIN',
      'une adresse comme https://jeu.example.org, sans chemin',
      [
        'jeu.example.org',
        'ftp://jeu.example.org',
        'https://jeu.example.org/chemin',
        'https://jeu.example.org?a=1',
        'https://nom@jeu.example.org',
      ],
    ],
    ['SMTP_URL', 'une adresse comme smtps://nom:motdepasse@mail.example.org', ['mail.example.org']],
    ['REDIS_URL', 'une adresse comme redis://127.0.0.1:6379', ['localhost:6379', 'http://localhost']],
    ['MAIL_FROM', 'une adresse e-mail', ['le jeu']],
    ['SUPPORT_EMAIL', 'une adresse e-mail', ['aide']],
    ['MESSENGER_APP_ID', 'un numéro', ['abc']],
    ['HSTS_MAX_AGE', 'un nombre de secondes de 0 à 63072000', ['1d', '-1', '99999999']],
    ['MASTER_KEY', '64 chiffres hexadécimaux', ['c0ffee', 'zz'.repeat(32)]],
    ['TRUST_PROXY', "'true' ou 'false'", ['oui']],
    ['LOG_LEVEL', 'fatal, error, warn, info, debug, trace ou silent', ['bavard']],
    ['SIGN_UPS', 'open, invited, closed', ['oui']],
    ['ACCOUNTS_WITHOUT_EMAIL', "'true' ou 'false'", ['oui']],
    ['DEMO', "'true' ou 'false'", ['oui']],
    ['SIGN_UPS_PER_HOUR', 'un nombre au moins 1', ['0', 'beaucoup']],
    ['SIGN_UPS_PER_HOUR', 'un nombre entier', ['2.5']],
    ['STOP_GRACE', 'un nombre de 0 à 300', ['3600', 'dix']],
    ['METRICS_ADDRESS', 'une adresse comme 127.0.0.1:9464', ['9464', 'localhost:99999']],
    ['BACKUP_EVERY', "un nombre d'heures de 1 à 720", ['24h', '0']],
    ['BACKUP_KEEP', 'un nombre au moins 1', ['0']],
  ];
  it.each(refused.flatMap(([name, expected, values]) => values.map((value) => [name, value, expected])))(
    '%s=%s is refused in one line, which does not repeat the value',
    (name = '', value, expected) => {
      const reading = () => readConfig({ [name]: value });
      expect(reading).toThrow(WrongSetting);
      expect(reading).toThrow(new WrongSetting(`Réglage ${name} invalide : attendu ${expected}.`));
    },
  );

  it('are read without the line ends and byte order mark that an editor left in them', () => {
    const read = readConfig({
      MASTER_KEY: `\uFEFF${key}\r\n`,
      DATA_DIR: '/srv/jeu\r',
      LOG_LEVEL: 'warn\r',
      HOST: ' 0.0.0.0 ',
      PORT: '8080\r\n',
    });
    expect(read).toMatchObject({ masterKey: key, dataDir: '/srv/jeu', logLevel: 'warn', host: '0.0.0.0', port: 8080 });
  });

  it('that are wrong are named all at once, each in its line', () => {
    expect(() => readConfig({ PORT: 'web', MASTER_KEY: 'x', LOG_LEVEL: 'bavard' })).toThrow(
      /^Réglage PORT [^\n]+\nRéglage MASTER_KEY [^\n]+\nRéglage LOG_LEVEL [^\n]+$/,
    );
  });
});
