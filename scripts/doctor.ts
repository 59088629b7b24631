/** `npm run doctor`: recomputes every stored sum; prints each difference and exits 1 if there is one. */
import { WrongSetting } from '#server/config/config';
import { databaseName, isThere } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { createDeps } from '#server/start';
import { runCommand } from './run-command.ts';

const help = `Usage : npm run doctor
Recalcule tous les totaux, ouvre chaque texte chiffré et examine le fichier de la base, pendant que le serveur travaille.
Ne corrige rien : nomme chaque différence, et finit alors avec le code 1.`;

await runCommand(async (config) => {
  // Opening would make an empty one, where all is right.
  if (!(await isThere(config))) throw new WrongSetting(`Aucune base de données : ${databaseName(config)}.`);
  const deps = await createDeps(config);
  const found = await examine(deps);
  await deps.database.close();
  for (const line of found) console.log(line);
  console.log(found.length === 0 ? 'Tout est juste.' : `${found.length} différence${found.length > 1 ? 's' : ''}.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}, help);
