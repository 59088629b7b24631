/** Backups of PostgreSQL, which are made by its own programs: whether one of them could be restored. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type Config, WrongSetting } from '#server/config';
import { examine } from '#server/doctor/doctor';
import { createDeps } from '#server/start';

export const advice =
  'PostgreSQL se sauvegarde par ses propres programmes, pendant que le jeu tourne : pg_dump --format=custom --file=ou-la-la.dump "$DATABASE_URL". ' +
  'Vérifiez ensuite la copie par npm run backup -- --check ou-la-la.dump, et restaurez-la par pg_restore --no-owner --dbname="$DATABASE_URL" ou-la-la.dump dans une base vide. ' +
  "La clé maîtresse n'y est pas, et sans elle on n'en lit rien : gardez-la ailleurs que les sauvegardes.";

export interface CheckedDump {
  /** What the doctor found, a French line each. */
  found: string[];
  /** Why the dump could not be restored for trial, so that its table of contents alone was looked at. */
  unrestored: string | undefined;
}

/** Reads the table of contents of a dump, restores it into a database of its own, which goes again, and has the doctor examine that one. */
export async function checkDump(config: Config & { databaseUrl: string }, file: string): Promise<CheckedDump> {
  const contents = run('pg_restore', ['--list', file], config.databaseUrl);
  if (contents.code !== 0)
    throw new WrongSetting(`${file} n'est pas une sauvegarde de pg_dump, ou elle est endommagée : ${lastLine(contents)}`);
  for (const table of ['kysely_migration', 'user', 'board', 'activity']) {
    if (!new RegExp(` TABLE DATA \\S+ ${table} `).test(contents.output))
      throw new WrongSetting(`${file} n'est pas une sauvegarde d'OU LA LA.`);
  }
  const name = `ou_la_la_check_${randomBytes(6).toString('hex')}`;
  const made = run('createdb', ['--template=template0', name], config.databaseUrl);
  if (made.code !== 0) return { found: [], unrestored: lastLine(made) };
  try {
    const scratch = withDatabase(config.databaseUrl, name);
    const restored = run('pg_restore', ['--no-owner', '--no-acl', '--exit-on-error', `--dbname=${name}`, file], scratch);
    if (restored.code !== 0) throw new WrongSetting(`La sauvegarde ${file} ne se restaure pas : ${lastLine(restored)}`);
    const deps = await createDeps({ ...config, databaseUrl: scratch });
    try {
      return { found: await examine(deps), unrestored: undefined };
    } finally {
      await deps.database.close();
    }
  } finally {
    run('dropdb', ['--force', name], config.databaseUrl);
  }
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Whom to reach, and as whom, by the environment: what is in the arguments everybody on the machine may read. */
function run(program: string, args: readonly string[], databaseUrl: string): { code: number | null; output: string; errors: string } {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  };
  const env = { ...process.env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) };
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 1e9 });
  if (error) throw new WrongSetting(`${program} manque : installez les programmes de PostgreSQL (apt-get install postgresql-client).`);
  return { code: status, output: stdout, errors: stderr };
}

function lastLine({ errors }: { errors: string }): string {
  return errors.trim().split('\n').at(-1) ?? '';
}
