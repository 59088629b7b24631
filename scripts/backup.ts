/** `npm run backup -- [folder] [--keep count]` backs the database up; `npm run backup -- --check file` looks whether a backup could be restored. */
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#server/backup/backup';
import { keepNewest, listAhead } from '#server/backup/recurring/backup-folder';
import { postgresAdvice } from '#server/backup/recurring/postgres-advice.fr';
import { check } from '#server/backup/restore';
import { type Config, WrongSetting } from '#server/config/config';
import { checkDump } from './postgres-dump.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage : npm run backup -- [dossier] [--keep nombre] ou npm run backup -- --check fichier';
const help = `${usage}
Sauvegarde toute la base de données dans un fichier, pendant que le serveur travaille.
  dossier         où l'écrire (DATA_DIR/backups)
  --keep nombre   supprime ensuite les plus anciennes du dossier, sauf ce nombre
  --check fichier regarde si cette sauvegarde peut être restaurée, sans rien changer`;

await runCommand(async (config) => {
  const { folder, keep, checked } = readArguments();
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) await onPostgres({ ...config, databaseUrl }, checked);
  else if (checked === undefined) await make(config, resolve(folder ?? config.backupDir), keep);
  else await look(config, resolve(checked));
}, help);

async function make(config: Config, folder: string, keep: number | undefined): Promise<void> {
  const start = performance.now();
  const { file, bytes } = await backUp(config, folder);
  console.log(`Sauvegarde : ${file} (${(bytes / 1e6).toFixed(1)} Mo, ${((performance.now() - start) / 1000).toFixed(1)} s).`);
  if (keep !== undefined)
    for (const name of await keepNewest(folder, keep, { made: basename(file) })) console.log(`Supprimée, plus ancienne : ${name}.`);
  // A wrong clock made them: only the host can know when.
  for (const name of await listAhead(folder)) console.log(`Datée dans l'avenir, ni comptée ni supprimée : ${name}.`);
  const key = config.masterKey === undefined ? join(config.dataDir, 'master.key') : 'MASTER_KEY';
  console.log(`La clé maîtresse n'y est pas, et sans elle on n'en lit rien : gardez ${key} ailleurs que les sauvegardes.`);
}

async function onPostgres(config: Config & { databaseUrl: string }, file: string | undefined): Promise<void> {
  if (file === undefined) throw new WrongSetting(postgresAdvice);
  const { found, isRestored } = await checkDump(config, resolve(file));
  if (isRestored) say(found);
  else console.log("La table de la sauvegarde se lit. Elle n'a pas été restaurée à l'essai : ce compte ne peut créer aucune base.");
}

async function look(config: Config, file: string): Promise<void> {
  say(await check(config, file));
}

function say(found: readonly string[]): void {
  for (const line of found) console.log(line);
  console.log(
    found.length === 0 ? 'La sauvegarde est entière et tout y est juste.' : `${found.length} différence${found.length > 1 ? 's' : ''}.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}

function readArguments(): { folder: string | undefined; keep: number | undefined; checked: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' }, check: { type: 'string' } } });
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    const makesSense = values.check === undefined ? positionals.length < 2 : positionals.length === 0 && keep === undefined;
    if (!makesSense || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw new WrongSetting(usage);
    return { folder: positionals[0], keep, checked: values.check };
  } catch {
    throw new WrongSetting(usage);
  }
}
