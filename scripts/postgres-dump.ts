/** Backups of PostgreSQL, which are made by its own programs: whether one of them could be restored. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { type Config, WrongSetting } from '#server/config/config';
import { databaseProblem } from '#server/database/database-problems.fr';
import { readAddresses } from '#server/database/postgres/addresses';
import { classify, databaseName, openDatabase } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { createDeps } from '#server/start';

export interface CheckedDump {
  /** What the doctor found, a French line each. */
  found: string[];
  /** False where no database may be made for a trial, so that the table of contents alone was looked at. */
  isRestored: boolean;
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
  if (!(await mayMakeDatabases(config))) return { found: [], isRestored: false };
  const made = run('createdb', ['--template=template0', name], config.databaseUrl);
  if (made.code !== 0) throw new WrongSetting(`Aucune base ne se crée pour restaurer la sauvegarde à l'essai : ${lastLine(made)}`);
  try {
    const scratch = withDatabase(config.databaseUrl, name);
    const restored = run('pg_restore', ['--no-owner', '--no-acl', '--exit-on-error', `--dbname=${name}`, file], scratch);
    if (restored.code !== 0) throw new WrongSetting(`La sauvegarde ${file} ne se restaure pas : ${lastLine(restored)}`);
    const deps = await createDeps({ ...config, databaseUrl: scratch });
    try {
      return { found: await examine(deps, { ofCopy: true }), isRestored: true };
    } finally {
      await deps.database.close();
    }
  } finally {
    run('dropdb', ['--force', name], config.databaseUrl);
  }
}

function withDatabase(url: string, name: string): string {
  // What stands before the first '/' behind the hosts, of which there may be several.
  return url.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${name}`);
}

async function mayMakeDatabases(config: Config): Promise<boolean> {
  const database = openDatabase(config);
  try {
    const { rows } = await sql<{
      may: number;
    }>`select (rolcreatedb or rolsuper)::int as may from pg_roles where rolname = current_user`.execute(database.read);
    return rows[0]?.may === 1;
  } catch (failure) {
    const found = classify(failure);
    throw found ? new WrongSetting(databaseProblem(databaseName(config), found)) : failure;
  } finally {
    await database.close();
  }
}

function run(program: string, args: readonly string[], databaseUrl: string): { code: number | null; output: string; errors: string } {
  const env = { ...process.env, ...environmentFor(databaseUrl) };
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 1e9 });
  if (error) throw new WrongSetting(`${program} manque : installez les programmes de PostgreSQL (apt-get install postgresql-client).`);
  return { code: status, output: stdout, errors: stderr };
}

/** The environment that tells PostgreSQL's programs whom to reach, and as whom: everybody on the machine may read what is in the arguments. */
export function environmentFor(databaseUrl: string): Record<string, string> {
  const places = readAddresses(databaseUrl)
    .inOrder()
    .map((url) => new URL(url));
  const { username, password, pathname, searchParams } = places[0] ?? new URL(databaseUrl);
  const given = {
    PGHOST: searchParams.get('host') ?? places.map(({ hostname }) => decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')).join(','),
    PGPORT: searchParams.get('port') ?? (places.some(({ port }) => port !== '') ? places.map(({ port }) => port || '5432').join(',') : ''),
    PGTARGETSESSIONATTRS: places.length > 1 ? 'read-write' : '',
    PGUSER: searchParams.get('user') ?? decodeURIComponent(username),
    PGPASSWORD: searchParams.get('password') ?? decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLCERT: searchParams.get('sslcert') ?? '',
    PGSSLKEY: searchParams.get('sslkey') ?? '',
    ...checksOfTls(searchParams),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** As strict as the server itself is, which looks at the certificate wherever TLS is asked for; those programs do so only when told. */
function checksOfTls(parameters: URLSearchParams): { PGSSLMODE: string; PGSSLROOTCERT: string } {
  const [mode, root] = [parameters.get('sslmode'), parameters.get('sslrootcert')];
  if (mode === 'disable' || (mode === null && root === null)) return { PGSSLMODE: mode ?? '', PGSSLROOTCERT: '' };
  if (mode === 'no-verify') return { PGSSLMODE: 'require', PGSSLROOTCERT: '' };
  // Before version 16 they know no 'system', and look for a file of this person.
  const authorities = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'].find((file) => existsSync(file));
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: root ?? authorities ?? 'system' };
}

function lastLine({ errors }: { errors: string }): string {
  return errors.trim().split('\n').at(-1) ?? '';
}
