import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, WrongSetting } from './config.ts';

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
      signUpsPerHour: 300,
      logsPerMinute: 600,
      smtpUrl: undefined,
      redisUrl: undefined,
      mailFrom: 'OU LA LA <ne-pas-repondre@localhost>',
      supportEmail: 'support@localhost',
      messengerAppId: undefined,
      pushServices: [],
      stopGrace: 0,
      metricsAddress: undefined,
      backupEvery: undefined,
      backupKeep: 14,
      backupDir: resolve('data/backups'),
    });
  });

  it('that are empty are left out', () => {
    const empty = {
      HOST: '',
      PORT: '',
      DATA_DIR: '',
      DATABASE_URL: '',
      DATABASE_CONNECTIONS: '',
      ORIGIN: '',
      HSTS_MAX_AGE: '',
      MASTER_KEY: '',
      TRUST_PROXY: '',
      LOG_LEVEL: '',
      SIGN_UPS: '',
      SIGN_UPS_PER_HOUR: '',
      LOGS_PER_MINUTE: '',
      BACKUP_EVERY: '',
      BACKUP_KEEP: '',
      BACKUP_DIR: '',
    };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('are read as they are written', () => {
    const key = 'Ab'.repeat(32);
    expect(
      readConfig({
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
        SIGN_UPS_PER_HOUR: '5',
        LOGS_PER_MINUTE: '60',
        SMTP_URL: 'smtps://nom:secret@mail.example.org',
        REDIS_URL: 'rediss://nom:secret@redis.example.org:6380',
        MAIL_FROM: 'Le jeu <jeu@example.org>',
        SUPPORT_EMAIL: 'aide@example.org',
        MESSENGER_APP_ID: '1234567890',
        PUSH_SERVICES: 'https://push.maison.lan, http://10.0.0.5:8080/',
        STOP_GRACE: '2.5',
        METRICS_ADDRESS: '[::1]:9464',
        BACKUP_EVERY: '1.5',
        BACKUP_KEEP: '7',
        BACKUP_DIR: '/mnt/ailleurs',
      }),
    ).toEqual({
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
      signUpsPerHour: 5,
      logsPerMinute: 60,
      smtpUrl: 'smtps://nom:secret@mail.example.org',
      redisUrl: 'rediss://nom:secret@redis.example.org:6380',
      mailFrom: 'Le jeu <jeu@example.org>',
      supportEmail: 'aide@example.org',
      messengerAppId: '1234567890',
      pushServices: ['https://push.maison.lan', 'http://10.0.0.5:8080'],
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
  ])('HOST=%s is the address %s', (written, host) => {
    expect(readConfig({ HOST: written }).host).toBe(host);
  });

  it('METRICS_ADDRESS takes a link-local address with its interface', () => {
    expect(readConfig({ METRICS_ADDRESS: '[fe80::1%eth0]:9464' }).metricsAddress).toEqual({ host: 'fe80::1%eth0', port: 9464 });
  });

  it.each(['http://192.168.1.12:3000', 'http://[fd00::12]:3000'])('name no mailbox at an IP address: %s', (ORIGIN) => {
    expect(readConfig({ ORIGIN })).toMatchObject({ supportEmail: 'support@localhost', mailFrom: 'OU LA LA <ne-pas-repondre@localhost>' });
  });

  it.each([
    ['PORT', 'web', 'un nombre de 0 à 65535'],
    ['PORT', '70000', 'un nombre de 0 à 65535'],
    ['PORT', '-1', 'un nombre de 0 à 65535'],
    ['PORT', '80.5', 'un nombre de 0 à 65535'],
    ['HOST', '[::1]:3000', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '[::]:3000', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', 'localhost:3000', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '0.0.0.0:80', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', 'http://localhost', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '[localhost]', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '[::1', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '::1]', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', '*', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['HOST', 'a b', 'une adresse ou un nom sans port, comme 0.0.0.0 ou ::1 (le port va dans PORT)'],
    ['ORIGIN', 'jeu.example.org', 'une adresse comme https://jeu.example.org, sans chemin'],
    ['SMTP_URL', 'mail.example.org', 'une adresse comme smtps://nom:motdepasse@mail.example.org'],
    ['REDIS_URL', 'localhost:6379', 'une adresse comme redis://127.0.0.1:6379'],
    ['REDIS_URL', 'http://localhost', 'une adresse comme redis://127.0.0.1:6379'],
    ['MAIL_FROM', 'le jeu', 'une adresse e-mail'],
    ['SUPPORT_EMAIL', 'aide', 'une adresse e-mail'],
    ['MESSENGER_APP_ID', 'abc', 'un numéro'],
    ['ORIGIN', 'ftp://jeu.example.org', 'une adresse comme https://jeu.example.org, sans chemin'],
    ['ORIGIN', 'https://jeu.example.org/chemin', 'une adresse comme https://jeu.example.org, sans chemin'],
    ['ORIGIN', 'https://jeu.example.org?a=1', 'une adresse comme https://jeu.example.org, sans chemin'],
    ['ORIGIN', 'https://nom@jeu.example.org', 'une adresse comme https://jeu.example.org, sans chemin'],
    ['HSTS_MAX_AGE', '1d', 'un nombre de secondes de 0 à 63072000'],
    ['HSTS_MAX_AGE', '-1', 'un nombre de secondes de 0 à 63072000'],
    ['HSTS_MAX_AGE', '99999999', 'un nombre de secondes de 0 à 63072000'],
    ['MASTER_KEY', 'c0ffee', '64 chiffres hexadécimaux'],
    ['MASTER_KEY', 'zz'.repeat(32), '64 chiffres hexadécimaux'],
    ['TRUST_PROXY', 'oui', "'true' ou 'false'"],
    ['LOG_LEVEL', 'bavard', 'fatal, error, warn, info, debug, trace ou silent'],
    ['SIGN_UPS', 'oui', 'open, invited, closed'],
    ['SIGN_UPS_PER_HOUR', '0', 'un nombre au moins 1'],
    ['SIGN_UPS_PER_HOUR', 'beaucoup', 'un nombre au moins 1'],
    ['SIGN_UPS_PER_HOUR', '2.5', 'un nombre entier'],
    ['STOP_GRACE', '3600', 'un nombre de 0 à 300'],
    ['METRICS_ADDRESS', '9464', 'une adresse comme 127.0.0.1:9464'],
    ['METRICS_ADDRESS', 'localhost:99999', 'une adresse comme 127.0.0.1:9464'],
    ['BACKUP_EVERY', '24h', "un nombre d'heures de 1 à 720"],
    ['BACKUP_EVERY', '0', "un nombre d'heures de 1 à 720"],
    ['BACKUP_KEEP', '0', 'un nombre au moins 1'],
    ['STOP_GRACE', 'dix', 'un nombre de 0 à 300'],
  ])('%s=%s is refused in one line, which does not repeat the value', (name, value, expected) => {
    const reading = () => readConfig({ [name]: value });
    expect(reading).toThrow(WrongSetting);
    expect(reading).toThrow(new WrongSetting(`Réglage ${name} invalide : attendu ${expected}.`));
  });

  it('are read without the line ends and byte order mark that an editor left in them', () => {
    const key = 'c0'.repeat(32);
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
