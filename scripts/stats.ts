/** `npm run stats`: what was counted in the last 30 days, of those who agreed to it (decision D8). */
import { WrongSetting } from '#server/config/config';
import { statsLines } from '#server/counts/stats';
import { databaseName, isThere } from '#server/database/open-database';
import { createDeps } from '#server/start';
import { runCommand } from './run-command.ts';

const help = `Usage : npm run stats
Montre ce qui a été compté ces 30 derniers jours, chez les personnes qui ont accepté. Sans aucun nom.`;

await runCommand(async (config) => {
  // Opening would make an empty one, where nothing was counted.
  if (!(await isThere(config))) throw new WrongSetting(`Aucune base de données : ${databaseName(config)}.`);
  const deps = await createDeps(config);
  const lines = await statsLines(deps);
  await deps.database.close();
  console.log(lines.join('\n'));
}, help);
