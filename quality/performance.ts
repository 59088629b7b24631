/** docs/performance.md and its curves, of what `npm run bench -- curves` measured last: docs/performance.json. */
import type { Point } from '../bench/report.ts';
import { draw } from './curve-drawing.ts';
import type { Curve, Curves } from './measured.ts';

interface Subject {
  title: string;
  unit: string;
  about: string;
}

export const subjects: Readonly<Record<string, Subject>> = {
  'curves-boards': {
    title: 'Accueil, by the boards that somebody is on',
    unit: 'boards of one person, 100 activities on each',
    about: 'The list of boards (`GET /api/boards`) and the newest page of the feed (`GET /api/activities`). Nobody is on more than 200.',
  },
  'curves-members': {
    title: 'A board, by its members',
    unit: 'members of a board with 1,000 activities',
    about: 'Opening it (`GET /api/boards/:boardId`: actions, ranking, last activities) and its scores of always. A board has 100 at most.',
  },
  'curves-activities': {
    title: 'A board and the feed, by what was logged',
    unit: 'activities on a board of six',
    about: 'Opening the board, and the newest page of the feed of somebody who is on no other.',
  },
  'curves-readers': {
    title: 'A log, by those who are told of it',
    unit: 'open streams of one board, 20 logs a second',
    about:
      'From the request sent to another stream having the change, over all of them. Both ends run on the same machine, and take from each other.',
  },
};

const head = `# How cost grows

Measured by \`npm run bench -- curves\` on the built server with its database in a file, from another process on the same machine; written by \`npm
run quality\` from [performance.json](performance.json). All of a curve is measured by turns in one run. The curves show times divided by the machine
factor of their run ([quality](quality.md) says what it is), the tables what came: median and 99th percentile of the wall clock, and processor
time of the server for each call.
`;

export function renderPerformance(curves: Curves): string {
  const sections = Object.entries(subjects).map(([part, { title, about }]) =>
    [`## ${title}`, about, ...body(part, title, curves[part])].join('\n\n'),
  );
  return `${[head.trimEnd(), ...sections].join('\n\n')}\n`;
}

/** The files of the curves, by name. */
export function drawCurves(curves: Curves): Record<string, string> {
  return Object.fromEntries(
    Object.entries(subjects).flatMap(([part, { title, unit }]) => {
      const curve = curves[part];
      return curve ? [[fileOf(part), draw({ title, unit, points: curve.points, factor: curve.factor ?? 1 })]] : [];
    }),
  );
}

function fileOf(part: string): string {
  return `${part.replace('curves-', 'by-')}.svg`;
}

function body(part: string, title: string, curve: Curve | undefined): string[] {
  if (!curve) return [`*Not measured.* \`npm run bench -- ${part}\``];
  const { date, commit, factor, busy, points } = curve;
  const around = [
    date.slice(0, 10),
    commit,
    factor && `machine factor ${factor.toFixed(2)}`,
    busy && 'others used the machine, so times prove little',
  ];
  return [
    `![${title}](curves/${fileOf(part)})`,
    [...new Set(points.map(({ series }) => series))].map((series) => grown(points.filter((point) => point.series === series))).join(' '),
    `\`npm run bench -- ${part}\`, ${around.filter(Boolean).join(', ')}`,
    table(points),
  ];
}

/** In a sentence, from the least to the most. */
function grown(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const times = (of: (point: Point) => number) => `${(of(last) / of(first)).toPrecision(2)} ×`;
  const amount = `${Math.round(last.at / first.at).toLocaleString('en')} ×`;
  const name = `${first.series[0]?.toUpperCase()}${first.series.slice(1)}`;
  return `${name}: for ${amount} as many, ${times(({ p50 }) => p50)} the median time and ${times(({ work }) => work)} the processor time.`;
}

function table(points: readonly Point[]): string {
  return [
    '| | at | median | 99 % | processor time |',
    '|---|---|---|---|---|',
    ...points.map(
      ({ series, at, p50, p99, work }) =>
        `| ${series} | ${at.toLocaleString('en')} | ${[p50, p99, work].map((time) => `${time.toFixed(2)} ms`).join(' | ')} |`,
    ),
  ].join('\n');
}
