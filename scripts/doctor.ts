/** `npm run doctor`: recomputes every stored sum; prints each difference and exits 1 if there is one. */
import { readConfig, WrongSetting } from '#server/config';
import { examine } from '#server/doctor/doctor';
import { openDeps } from '#server/start';

try {
  const deps = await openDeps(readConfig());
  const found = await examine(deps);
  await deps.database.close();
  for (const line of found) console.log(line);
  console.log(found.length === 0 ? 'Tout est juste.' : `${found.length} différence${found.length > 1 ? 's' : ''}.`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (failure) {
  console.error(failure instanceof WrongSetting ? failure.message : failure);
  process.exit(1);
}
