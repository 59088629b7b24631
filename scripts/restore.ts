/** `npm run restore -- file [--force]`: puts the database of a backup into the data folder. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '#server/backup/restore';
import { WrongSetting } from '#server/config/config';
import { advice } from './postgres-dump.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage : npm run restore -- fichier [--force]';
const help = `${usage}
Met la base de données d'une sauvegarde dans le dossier de données. Arrêtez d'abord le serveur.
  --force   met de côté la base qui s'y trouve`;

await runCommand(async (config) => {
  const { file, force } = readArguments();
  if (config.databaseUrl !== undefined) throw new WrongSetting(advice);
  const { found, aside } = await restore(config, resolve(file), { force });
  if (aside !== undefined) console.log(`La base d'avant est mise de côté : ${aside}.`);
  for (const line of found) console.log(line);
  const outcome = found.length === 0 ? 'tout y est juste' : `${found.length} différence${found.length > 1 ? 's' : ''}`;
  console.log(`Base de données restaurée dans ${config.dataDir} : ${outcome}.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}, help);

function readArguments(): { file: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, force: values.force };
  } catch {
    // Answered below.
  }
  throw new WrongSetting(usage);
}
