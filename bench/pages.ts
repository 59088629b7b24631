/** P9: what Lighthouse says of the first visit to a page, on a slow phone with a slow network. */
import { join } from 'node:path';
import { categories, type Visit, visit } from './lighthouse.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { median, type Row, runsOfEach } from './report.ts';

const sizes = [300, 300, 300];
const goals = { performance: 95, others: 100 };
const others = categories.filter((name) => name !== 'performance');

export async function measurePages(): Promise<Row[]> {
  const dataDir = join(folder, 'pages');
  const { boards, cookie } = await plantBoards(dataDir, sizes);
  const server = await startServer(dataDir);
  const pages = [
    { what: 'landing page', visit: () => visit(`${server.origin}/`) },
    { what: 'Accueil', visit: () => visit(`${server.origin}/dashboard`, cookie) },
    { what: 'Tableau', visit: () => visit(`${server.origin}/board/${boards[0]?.id}`, cookie) },
  ];
  const rows: Row[] = [];
  for (const page of pages) {
    const visits: Visit[] = [];
    for (let run = 0; run < runsOfEach; run++) visits.push(await page.visit());
    rows.push(...rowsOf(page.what, visits));
    tellFaults(page.what, visits);
  }
  await server.stop();
  return rows;
}

function rowsOf(what: string, visits: readonly Visit[]): Row[] {
  const performances = visits.map(({ scores }) => scores.performance);
  const lowest = others.map((name) => Math.min(...visits.map(({ scores }) => scores[name])));
  return [
    {
      id: 'P9',
      what: `Lighthouse, mobile, ${what}: performance`,
      runs: performances.map(String),
      median: String(median(performances)),
      goal: `≥ ${goals.performance}`,
      met: median(performances) >= goals.performance,
    },
    {
      id: 'P9',
      what: 'its accessibility, best practices, SEO',
      runs: visits.map(({ scores }) => others.map((name) => scores[name]).join('/')),
      median: `lowest ${lowest.join('/')}`,
      goal: `${goals.others} each`,
      met: lowest.every((score) => score >= goals.others),
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
