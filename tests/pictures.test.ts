import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/commands.mjs';

test('the pictures of a clone weigh 1 MB at most', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['node_modules', 'dist', 'data', 'test-results'].includes(entry.name) && !entry.name.startsWith('.'),
  );
  const pictures = folders
    .flatMap(({ name }) => readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => join(root, name, file)))
    .filter((file) => /\.(png|jpe?g|webp|gif|avif|svg|ico)$/.test(file));
  expect(pictures.length).toBeGreaterThan(10);
  expect(pictures.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1_000_000);
});
