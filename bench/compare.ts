/** This build and another one by turns, so that both meet the same machine: only ratios of the two are told. */
import type { Trial } from './players.ts';
import { asRatio, byTurns, median, type Row } from './report.ts';

/** Ours may take so many times as long as the other, beyond what is chance. */
const most = 1.05;

export type Begin = (build?: string) => Promise<Trial<Record<string, number>>>;

/**
 * With the build in OU_LA_LA_BASE: its `server/main.js`. What is measured is less the better. How far a ratio would come out differently by chance is told
 * from how far the rounds differ; the same build twice shows whether that is true.
 */
export async function compare(rounds: number, trials: Readonly<Record<string, Begin>>): Promise<Row[]> {
  const base = process.env['OU_LA_LA_BASE'];
  if (base === undefined) throw new Error('OU_LA_LA_BASE must name the server/main.js of the build to compare with');
  const rows: Row[] = [];
  for (const [of, begin] of Object.entries(trials)) {
    // The other first: it takes what was planted before our build changes it.
    const [other, ours] = [await begin(base), await begin()];
    const slices = { ours: ours.slice, other: other.slice };
    await byTurns(slices, 1);
    const pairs = await byTurns(slices, rounds);
    await ours.end();
    await other.end();
    for (const name of Object.keys(pairs[0]?.ours ?? {}))
      rows.push(
        rowOf(
          `${of}: ${name}`,
          pairs.map((pair) => [pair.ours[name] ?? Number.NaN, pair.other[name] ?? Number.NaN]),
        ),
      );
  }
  return rows;
}

function rowOf(what: string, pairs: readonly [number, number][]): Row {
  const ratios = pairs.map(([ours, other]) => ours / other);
  const ratio = median(ratios);
  // The standard error of a median, by how far the half of all that is nearest to it is from it.
  const chance = (1.86 * median(ratios.map((one) => Math.abs(one - ratio)))) / Math.sqrt(ratios.length);
  const figures = [median(pairs.map(([ours]) => ours)), median(pairs.map(([, other]) => other))].map((figure) => figure.toPrecision(4));
  return {
    id: 'compare',
    what,
    runs: ratios.map((one) => one.toFixed(2)),
    median: `${ratio.toFixed(3)} × ± ${chance.toFixed(3)} (${figures.join(' against ')})`,
    goal: `≤ ${asRatio(most)} beyond chance`,
    met: ratio - chance <= most,
  };
}
