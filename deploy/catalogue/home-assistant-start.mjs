// The start of the Home Assistant app: the Supervisor writes the options into /data/options.json and makes /data as root, while the server reads its environment
// and runs as the user `node` of the image.
import { lchownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const node = 1000;
for (const [name, value] of Object.entries(JSON.parse(readFileSync('/data/options.json', 'utf8')))) {
  process.env[name] = String(value ?? '');
}
// A restored backup may belong to root, too.
for (const path of ['', ...readdirSync('/data', { recursive: true })]) lchownSync(join('/data', path), node, node);
process.setgroups([]);
process.setgid(node);
process.setuid(node);
await import('./dist/server/main.js');
