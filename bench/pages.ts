/** P9: what Lighthouse says of the first visit to a page, on a slow phone with a slow network. */
import { join } from 'node:path';
import { goals } from '../quality/goals.ts';
import { categories, type Visit, visit } from './lighthouse.ts';
import type { Machine } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { figureRow, type Row, runsOfEach } from './report.ts';

const others = categories.filter((name) => name !== 'performance');
/** What Lighthouse makes of the machine of the goals: a phone four times as slow. */
const slowdownOfReference = 4;
const names = { landing: 'landing page', accueil: 'Accueil', tableau: 'Tableau' };

/** On boards as full as those of people who have played for some weeks. */
export async function measurePage(page: keyof typeof names, { factor }: Machine): Promise<Row[]> {
  const slowdown = slowdownFor(factor);
  const dataDir = join(folder, `page-${page}`);
  const { boards, cookie } = await plantBoards(dataDir, [300, 300, 300]);
  const server = await startServer(dataDir);
  const paths = { landing: '/', accueil: '/dashboard', tableau: `/board/${boards[0]?.id}` };
  const visits: Visit[] = [];
  for (let run = 0; run < runsOfEach; run++)
    visits.push(await visit(`${server.origin}${paths[page]}`, { slowdown, cookie: page === 'landing' ? undefined : cookie }));
  await server.stop();
  tellFaults(names[page], visits);
  return rowsOf(names[page], slowdown, visits);
}

/**
 * The same phone on every machine. Lighthouse has its slowdown fitted to the machine: its own 4 makes a phone of a fast desktop computer, and of
 * what is itself as slow as a phone something that nobody has. Never more than 4: the goal is one of its mobile profile.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
function slowdownFor(factor: number): number {
  return Math.min(slowdownOfReference, Math.max(1, Number((slowdownOfReference / factor).toFixed(2))));
}

function rowsOf(what: string, slowdown: number, visits: readonly Visit[]): Row[] {
  const { performance: least, others: leastOfOthers } = goals.P9;
  const lowest = others.map((name) => Math.min(...visits.map(({ scores }) => scores[name])));
  return [
    figureRow(
      {
        id: 'P9',
        what: `Lighthouse, mobile, ${what}, processor ${slowdown} × slower: performance`,
        brief: `${what}, performance with a processor ${slowdown} × slower`,
        least,
      },
      visits.map(({ scores }) => scores.performance),
      String,
    ),
    {
      id: 'P9',
      what: 'its accessibility, best practices, SEO',
      brief: `${what}, accessibility, best practices, SEO`,
      runs: visits.map(({ scores }) => others.map((name) => scores[name]).join('/')),
      median: lowest.join(', '),
      goal: `${leastOfOthers} each`,
      met: lowest.every((score) => score >= leastOfOthers),
      steady: true,
    },
  ];
}

/** Of the last visit: a score alone says to nobody what there is to do. */
function tellFaults(what: string, visits: readonly Visit[]): void {
  const { faults = [], benchmarkIndex = 0 } = visits.at(-1) ?? {};
  console.log(`  ${what} (benchmark index ${benchmarkIndex.toFixed(0)})`);
  for (const fault of faults) console.log(`    ${fault}`);
}
