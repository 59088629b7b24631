import type { DatabaseFailure } from './database.ts';

/** Failures of PostgreSQL that the operator can mend, by their code. */
const ofPostgres: Readonly<Record<string, (name: string, reason: string) => string>> = {
  '28P01': (name) => `La base de données ${name} refuse ce nom ou ce mot de passe (réglage DATABASE_URL).`,
  '28000': (name) => `La base de données ${name} n'accepte pas ce compte depuis cette adresse (réglage DATABASE_URL).`,
  '3D000': (name) => `La base de données ${name} n'existe pas (réglage DATABASE_URL).`,
  '25006': (name) => `La base de données ${name} ne peut qu'être lue : donnez le serveur où l'on écrit (réglage DATABASE_URL).`,
  '42501': (name) => `La base de données ${name} ne donne pas le droit d'y créer des tables (réglage DATABASE_URL).`,
  OLL_ADDRESS: (name, reason) => `La base de données ${name} ne s'ouvre pas : ${reason} (réglage DATABASE_URL).`,
  OLL_NEWER: (name) => newerDatabase(name),
  OLL_ENCODING: (name, reason) =>
    `La base de données ${name} est codée en ${reason} : il faut UTF8. Créez-en une par « create database jeu encoding 'UTF8' template template0 » (réglage DATABASE_URL).`,
  OLL_OLD: (name) => `La base de données ${name} est trop ancienne : il faut PostgreSQL 15 ou plus récent (réglage DATABASE_URL).`,
};

/** What the operator reads about failures of SQLite. The first pattern that matches the code is used. */
const ofSqlite: readonly [RegExp, (name: string, code: string) => string][] = [
  [/^SQLITE_BUSY/, (name, code) => `La base de données ${name} est occupée par un autre programme : réessayez plus tard (${code}).`],
  [
    /^SQLITE_(CANTOPEN|READONLY|PERM)/,
    (name, code) => `La base de données ${name} n'est pas accessible : vérifiez les droits de ce fichier et de son dossier (${code}).`,
  ],
];

export function databaseProblem(name: string, { kind, code, message }: DatabaseFailure): string {
  if (kind === 'corrupt') return `La base de données ${name} est endommagée (${code}) : restaurez une sauvegarde.`;
  if (kind === 'full') return `La base de données ${name} n'a plus de place sur son disque (${code}).`;
  const [, sentence] = ofSqlite.find(([codes]) => codes.test(code)) ?? [];
  if (sentence) return sentence(name, code);
  return ofPostgres[code]?.(name, message) ?? `La base de données ${name} ne s'ouvre pas : ${message} (${code}).`;
}

interface Versions {
  /** The migration that this program does not know. */
  unknown: string;
  /** The version of this program, and the last migration that it knows. */
  version: string;
  newest: string;
}

export function newerDatabase(name: string, versions?: Versions): string {
  const newer = `La base de données ${name} vient d'une version plus récente d'OU LA LA`;
  if (!versions) return `${newer}.`;
  const { unknown, version, newest } = versions;
  return `${newer} (${unknown}) que ce programme (${version}, ${newest}) : mettez d'abord le programme à jour.`;
}

export function halfMovedDatabase(name: string): string {
  return `La base de données ${name} n'est déménagée qu'à moitié : relancez npm run move-database.`;
}

/** `kind` as in NFS. */
export function databaseOnNetwork(dataDir: string, kind: string): string {
  return (
    `Le dossier de données ${dataDir} est sur un partage réseau (${kind}), où SQLite peut perdre des données : ` +
    'déplacez-le sur un disque de cette machine, ou passez à PostgreSQL (réglage DATABASE_URL).'
  );
}

/** `wait` in milliseconds. */
export function databaseAway(name: string, { code }: DatabaseFailure, wait: number): string {
  return `La base de données ${name} ne répond pas (${code}). Nouvel essai dans ${wait / 1000} s.`;
}
