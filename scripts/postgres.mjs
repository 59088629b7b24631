// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const debian = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres` of the newest version there is; undefined where none is installed. */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
