/** P8: what `npm run check:size` checks, by the same program and configuration. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runQuietly } from '../scripts/commands.mjs';
import type { Row } from './report.ts';

interface Size {
  name: string;
  passed: boolean;
  /** Bytes, compressed. */
  size: number;
  sizeLimit: number;
}

const manifest = fileURLToPath(new URL('../dist/client/.vite/manifest.json', import.meta.url));
const program = fileURLToPath(new URL('../node_modules/size-limit/bin.js', import.meta.url));

export async function measureSizes(): Promise<Row[]> {
  if (!existsSync(manifest))
    return [{ id: 'P8', what: 'script of a first visit', runs: [], median: 'the client is not built', goal: '≤ 90, 150, 40 kB' }];
  const { output } = await runQuietly(process.execPath, [program, '--json']);
  const start = output.indexOf('[\n  {');
  if (start < 0) throw new Error(output);
  const sizes = JSON.parse(output.slice(start)) as Size[];
  const rowOf = ({ name, passed, size, sizeLimit }: Size): Row => ({
    id: 'P8',
    what: `script, gzip: ${name}`,
    runs: [],
    median: `${(size / 1000).toFixed(1)} kB`,
    goal: `≤ ${sizeLimit / 1000} kB`,
    met: passed,
    steady: true,
  });
  const [landing, first, ...further] = sizes;
  const heaviest = further.toSorted((a, b) => b.size - a.size)[0];
  if (!landing || !first || !heaviest) throw new Error('size-limit measured less than three sizes');
  return [
    { ...rowOf(landing), brief: 'landing page' },
    { ...rowOf(first), brief: 'first signed-in screen' },
    ...further.map(rowOf),
    { ...rowOf(heaviest), what: 'the heaviest of the further screens', brief: 'heaviest further screen' },
  ];
}
