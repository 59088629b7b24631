/** docs/quality.md, of the goals and what was measured. */
import { isWhole, type Measurement, type Quality } from './measured.ts';
import { commandOf, groups, nameOf, type Row } from './rows.ts';

const head = `# What is measured and proven

Written by \`npm run quality\` from [quality.json](quality.json), nothing by hand. \`npm run quality -- p1 r6 s3\` measures these rows anew, by the
commands beside them, and \`npm run quality\` alone takes over what benches and tests have left in \`.cache\` since. A figure stands with the day and the
commit it is of; one that is old shows its age.

*Factor* is what the machine was worth: 28,600 requests a second, which a bare Fastify answers on the machine by which the goals in
milliseconds were set, divided by what it answered just then. Times are judged by goal × factor, on a faster machine (a factor below 1) by the
goal as it is written, rates by their ratio to a floor of the same run.
**?** behind a verdict: others used the machine meanwhile, so it proves little. *In part*: not every proof of the row was run, or less of it than the goal
says.
`;

export function render(quality: Quality): string {
  const tables = groups.map(({ title, rows }) =>
    [
      `## ${title}`,
      '',
      '| id | what | goal | figure | verdict | command | measured |',
      '|---|---|---|---|---|---|---|',
      ...rows.map((row) => line(row, quality[row.id] ?? {})),
    ].join('\n'),
  );
  return `${[head.trimEnd(), ...tables].join('\n\n')}\n`;
}

function line(row: Row, measured: Record<string, Measurement>): string {
  const found = row.proofs.flatMap((proof) => measured[nameOf(proof)] ?? []);
  const commands = row.proofs.map((proof) => measured[nameOf(proof)]?.command ?? commandOf(proof));
  const cells = [
    row.id,
    row.what,
    row.goal,
    found.flatMap(figuresOf).join('<br>'),
    verdictOn(row, measured),
    commands.map((command) => `\`${command}\``).join('<br>'),
    [...new Set(found.map(circumstances))].join('<br>'),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function figuresOf({ figures, tests }: Measurement): string[] {
  const told = figures.map(({ what, figure, goal, met }) => {
    const text = `${what ? `${what}: ` : ''}${figure}${goal ? ` (${goal})` : ''}`;
    return met === false ? `**${text}**` : text;
  });
  if (!tests) return told;
  const { passed, failed, skipped } = tests;
  const counts = `${passed} tests passed${failed > 0 ? `, **${failed} failed**` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...told, counts];
}

function circumstances({ date, commit, factor, busy }: Measurement): string {
  const parts = [date.slice(0, 10), commit, factor === undefined ? undefined : `factor ${factor.toFixed(2)}`, busy && 'others too'];
  return parts.filter(Boolean).join(', ');
}

/** In one word, or two; the worst that any of its proofs says. */
export function verdictOn(row: Row, measured: Record<string, Measurement>): string {
  const found = row.proofs.map((proof) => measured[nameOf(proof)]);
  const all = found.filter((one) => one !== undefined);
  if (all.length === 0) return 'not measured';
  const missed = all.filter((one) => !isMet(one));
  const judging = missed.length > 0 ? missed : all;
  const doubt = judging.some(({ busy, figures }) => busy && (row.timed || figures.some(({ met, steady }) => met !== undefined && !steady)));
  if (missed.length === 0 && (all.length < found.length || !all.every(isWhole))) return 'in part';
  return `${missed.length > 0 ? '**missed**' : 'met'}${doubt ? ' ?' : ''}`;
}

function isMet({ figures, tests }: Measurement): boolean {
  if (tests && (tests.failed > 0 || tests.passed === 0)) return false;
  return figures.every(({ met }) => met !== false);
}
