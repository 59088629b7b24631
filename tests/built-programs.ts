/** The built programs, as people run them: started in a tenth of the time that their sources take. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of a built program, such as 'backup'. */
export function builtProgram(name: string): string {
  const file = fileURLToPath(new URL(`../dist/server/${name}.js`, import.meta.url));
  if (!existsSync(file)) throw new Error(`dist/server/${name}.js is missing: run \`npm run build\`, or the tests by \`npm test\`.`);
  return file;
}
