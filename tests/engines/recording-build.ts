/** Before the tests of a run: the build, copied, with the fault recorder before the first script of each page and what plays pushes after the worker. */
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtServer } from '../built-server.ts';
import { faultRecorder } from './fault-recorder.ts';
import { pushPlayer } from './webkit-pushes.ts';

// Within the repository, for the server to find its modules; and named as the build, for it to find its pages.
const folder = fileURLToPath(new URL(`../../.cache/engines-${process.pid}`, import.meta.url));
const copy = join(folder, 'dist');

export default function setup(): () => void {
  cpSync(dirname(dirname(builtServer)), copy, { recursive: true });
  const client = join(copy, 'client');
  const drawn = join(client, '.pages');
  const pages = readdirSync(drawn).filter((name) => name.endsWith('.html'));
  for (const page of [join(client, 'index.html'), ...pages.map((name) => join(drawn, name))]) {
    const text = readFileSync(page, 'utf8');
    const [first = ''] = /<script[^>]*>/.exec(text) ?? [];
    if (first === '' || first.includes('src=')) throw new Error(`the first script of ${page} is not an inline one`);
    // The server allows what it finds in the page when it starts.
    writeFileSync(
      page,
      text.replace(first, () => `${first}${faultRecorder}`),
    );
  }
  const worker = join(client, 'sw.js');
  appendFileSync(worker, pushPlayer);
  // Served instead, where they are.
  for (const compressed of ['.br', '.gz']) rmSync(`${worker}${compressed}`, { force: true });
  // For the processes of the tests, as another build is named by hand.
  process.env['OU_LA_LA_PROGRAM'] = join(copy, 'server', 'main.js');
  return () => rmSync(folder, { recursive: true, force: true });
}
