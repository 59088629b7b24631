/**
 * `npm run restore -- file [--force]`: puts the database of a backup into the data folder. `npm run restore -- --rehearse [file]`: restores it
 * on trial beside a running server, and changes nothing.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresAdvice } from '#server/backup/recurring/postgres-advice.fr';
import { rehearse } from '#server/backup/rehearse';
import { restore } from '#server/backup/restore';
import { type Config, WrongSetting } from '#server/config/config';
import { runCommand } from './run-command.ts';

const usage = 'Usage : npm run restore -- fichier [--force] ou npm run restore -- --rehearse [fichier]';
const help = `${usage}
Met la base de données d'une sauvegarde dans le dossier de données. Arrêtez d'abord le serveur.
  --force      met de côté la base qui s'y trouve
  --rehearse   essaie une sauvegarde, la plus récente sans fichier, à côté du serveur en marche, et ne change rien`;

await runCommand(async (config) => {
  const { file, force, isTrial } = readArguments();
  if (config.databaseUrl !== undefined) throw new WrongSetting(postgresAdvice);
  if (isTrial) return await onTrial(config, file);
  const { found, aside } = await restore(config, file, { force });
  if (aside !== undefined) console.log(`La base d'avant est mise de côté : ${aside}.`);
  for (const line of found) console.log(line);
  const outcome = found.length === 0 ? 'tout y est juste' : `${found.length} différence${found.length > 1 ? 's' : ''}`;
  console.log(`Base de données restaurée dans ${config.dataDir} : ${outcome}.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}, help);

async function onTrial(config: Config, file: string | undefined): Promise<void> {
  const { file: tried, passedOver, found, rows, isPlausible } = await rehearse(config, file);
  console.log(`Restauration à l'essai de ${tried}.\n`);
  for (const name of passedOver) console.log(`Datée dans l'avenir, laissée de côté : ${name}.\n`);
  const table = [['', 'sauvegarde', 'en service'], ...rows];
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  for (const [name = '', ...values] of table)
    console.log([name.padEnd(width(0)), ...values.map((value, index) => value.padStart(width(index + 1)))].join('   '));
  console.log();
  for (const line of found) console.log(line);
  if (!isPlausible) console.log("Il n'y a personne dans la sauvegarde.");
  const isGood = found.length === 0 && isPlausible;
  console.log(`${isGood ? 'Cette sauvegarde se restaure et tout y est juste' : "Cette sauvegarde n'est pas bonne"}. Rien n'a été changé.`);
  process.exitCode = isGood ? 0 : 1;
}

type Arguments = { isTrial: false; file: string; force: boolean } | { isTrial: true; file: string | undefined; force: false };

function readArguments(): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: flag, rehearse: flag } });
    const [file, ...others] = positionals.map((name) => resolve(name));
    if (values.rehearse && !values.force && others.length === 0) return { isTrial: true, file, force: false };
    if (!values.rehearse && file !== undefined && others.length === 0) return { isTrial: false, file, force: values.force };
  } catch {
    // Answered below.
  }
  throw new WrongSetting(usage);
}
