/** What the build makes of the styles. `npm test` builds first. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('an iPhone that is turned does not make the text larger by itself', () => {
  const folder = fileURLToPath(new URL('../dist/client/assets/', import.meta.url));
  const [style, ...others] = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(others).toEqual([]);
  // Safari on iOS knows it by this name only.
  const rules = readFileSync(`${folder}${style}`, 'utf8').match(/[^{}]*\{[^{}]*text-size-adjust[^{}]*\}/g);
  expect(rules).toEqual([expect.stringMatching(/^html\{(.*;)?-webkit-text-size-adjust:none[;}]/)]);
});
