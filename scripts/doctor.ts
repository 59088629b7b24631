/** `npm run doctor`: recomputes every stored sum; prints each difference and exits 1 if there is one. */
import { existsSync } from 'node:fs';
import { readConfig, WrongSetting } from '#server/config';
import { databaseFile } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { createDeps } from '#server/start';

try {
  const config = readConfig();
  // Opening would make an empty one, where all is right.
  if (!existsSync(databaseFile(config.dataDir)))
    throw new WrongSetting(`Aucune base de données dans ${config.dataDir} (réglage DATA_DIR).`);
  const deps = await createDeps(config);
  const found = await examine(deps);
  await deps.database.close();
  for (const line of found) console.log(line);
  console.log(found.length === 0 ? 'Tout est juste.' : `${found.length} différence${found.length > 1 ? 's' : ''}.`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (failure) {
  console.error(failure instanceof WrongSetting ? failure.message : failure);
  process.exit(1);
}
