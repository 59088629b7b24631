/** Before the tests of a run: the build, copied, with the fault recorder before its first script. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtServer } from '../built-server.ts';
import { faultRecorder } from './fault-recorder.ts';

// Within the repository, for the server to find its modules; and named as the build, for it to find its pages.
const folder = fileURLToPath(new URL(`../../.cache/engines-${process.pid}`, import.meta.url));
const copy = join(folder, 'dist');

export default function setup(): () => void {
  cpSync(dirname(dirname(builtServer)), copy, { recursive: true });
  const page = join(copy, 'client', 'index.html');
  const [before, after, ...others] = readFileSync(page, 'utf8').split('<script>');
  if (before === undefined || after === undefined || others.length > 0) throw new Error('the page has not one inline script');
  // The server allows what it finds in the page when it starts.
  writeFileSync(page, `${before}<script>${faultRecorder}${after}`);
  // For the processes of the tests, as another build is named by hand.
  process.env['OU_LA_LA_PROGRAM'] = join(copy, 'server', 'main.js');
  return () => rmSync(folder, { recursive: true, force: true });
}
