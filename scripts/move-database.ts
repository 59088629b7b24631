/** `npm run move-database -- --from data/ou-la-la.db --to "$DATABASE_URL"`, and back: from the file of SQLite to PostgreSQL or the other way. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, WrongSetting } from '#server/config/config';
import type { Database } from '#server/database/database';
import { databaseFile, databaseName, isThere, newerProblem, openDatabase, openingProblem, settle } from '#server/database/open-database';
import { openKeyring } from '#server/encryption/keyring';
import { move, SourceFailure } from '#server/moving/move';
import { isHalfMoved } from '#server/moving/moving-store';
import { progressBar } from './progress-bar.ts';
import { runCommand } from './run-command.ts';

type Location = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'>;

const usage = 'Usage : npm run move-database -- --from data/ou-la-la.db --to postgres://nom:motdepasse@db.example.org/jeu, ou l’inverse';
const help = `${usage}
Copie toute la base de données d'un fichier vers PostgreSQL, ou l'inverse, compte les lignes et examine les deux côtés.
Arrêtez d'abord les serveurs. La cible doit être vide ; la source reste telle quelle. La clé maîtresse ne déménage pas.`;

await runCommand(async (config) => {
  const { from, to } = readArguments(config);
  await moveAll(from, to);
  examineBoth(config, from, to);
}, help);

async function moveAll(from: Location, to: Location): Promise<void> {
  if (!(await isThere(from))) throw new WrongSetting(`Aucune base de données : ${databaseName(from)}.`);
  for (const location of [from, to]) await naming(location, () => refuseInUse(location));
  if (to.databaseUrl === undefined) mkdirSync(to.dataDir, { recursive: true, mode: 0o700 });
  console.log(`De ${databaseName(from)} à ${databaseName(to)}. Qu'aucun serveur n'écrive pendant ce temps.`);
  await withDatabase(from, async (source) => {
    if (await isHalfMoved(source.read)) throw new WrongSetting(`La base de données ${databaseName(from)} n'est déménagée qu'à moitié.`);
    await bringUpToDate(source, from);
    await withDatabase(to, async (target) => {
      if (!(await isHalfMoved(target.read))) await bringUpToDate(target, to);
      const rows = await move(source, target, progressBar()).catch((failure: unknown) => {
        throw failure instanceof SourceFailure ? openingProblem(failure, from) : failure;
      });
      console.log(`\n${rows.toLocaleString('fr')} lignes, autant de chaque côté.`);
    });
  });
}

async function withDatabase(location: Location, use: (database: Database) => Promise<void>): Promise<void> {
  await naming(location, async () => {
    const database = openDatabase(location);
    try {
      await use(database);
    } finally {
      await database.close();
    }
  });
}

/** What a database refuses names that one, and not the one of the server. */
async function naming(location: Location, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    throw openingProblem(failure, location);
  }
}

function refuseInUse(location: Location): void {
  if (location.databaseUrl === undefined && !settle(location.dataDir)) {
    throw new WrongSetting(`Un programme utilise la base de données ${databaseFile(location.dataDir)} : arrêtez d'abord le serveur.`);
  }
}

async function bringUpToDate(database: Database, location: Location): Promise<void> {
  if (await database.isNewer()) throw newerProblem(location);
  await database.migrate();
}

/** Each by a program of its own: within one all prepared queries speak to one kind of database. */
function examineBoth(config: Config, from: Location, to: Location): void {
  const keys = openKeyring({ dataDir: from.dataDir, masterKey: config.masterKey }).keys();
  const doctor = (process.argv[1] ?? '').replace(/move-database(\.\w+)$/, 'doctor$1');
  for (const location of [from, to]) {
    const env = {
      ...process.env,
      DATA_DIR: location.dataDir,
      DATABASE_URL: location.databaseUrl ?? '',
      MASTER_KEY: keys.map(({ bytes }) => bytes.toString('hex')).join(','),
    };
    console.log(`${databaseName(location)} :`);
    const { status } = spawnSync(process.execPath, [...process.execArgv, doctor], { env, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
  if (config.masterKey === undefined)
    console.log(
      `La clé maîtresse reste dans ${from.dataDir} : donnez le fichier master.key au dossier de données (réglage DATA_DIR) de chaque serveur.`,
    );
}

function readArguments(config: Config): { from: Location; to: Location } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    if (values.from !== undefined && values.to !== undefined) {
      const [from, to] = [locationOf(values.from, config), locationOf(values.to, config)];
      if (from && to && databaseName(from) !== databaseName(to)) return { from, to };
    }
  } catch {
    // Answered below.
  }
  throw new WrongSetting(usage);
}

function locationOf(text: string, { dataDir, databaseConnections }: Config): Location | undefined {
  if (/^postgres(ql)?:\/\//.test(text)) return { dataDir, databaseUrl: text, databaseConnections };
  const file = resolve(text);
  if (basename(file) !== basename(databaseFile(dataDir))) return undefined;
  return { dataDir: dirname(file), databaseUrl: undefined, databaseConnections };
}
