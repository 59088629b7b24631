/** A curve as SVG: median and 99th percentile of each series, by a logarithm of how much there is. Readable in light and dark by itself. */
import type { Point } from '../bench/report.ts';

const size = { width: 720, height: 360 };
const frame = { left: 56, right: 170, top: 24, bottom: 46 };
const plot = { width: size.width - frame.left - frame.right, height: size.height - frame.top - frame.bottom };
/** Least distance of two labels, in pixels. */
const labelHeight = 16;

const style = `
  svg { background: #fff; font: 13px system-ui, sans-serif }
  text { fill: #3a3340 } .faint { fill: #6b6472 } .grid { stroke: #e4dfe8 }
  .line { fill: none; stroke-width: 2.5 } .tail { fill: none; stroke-width: 2; stroke-dasharray: 3 4 }
  .s0 { stroke: #b3126b } .d0 { fill: #b3126b } .s1 { stroke: #1d5fb8 } .d1 { fill: #1d5fb8 }
  @media (prefers-color-scheme: dark) {
    svg { background: #1b1720 } text { fill: #ece7f1 } .faint { fill: #aaa2b3 } .grid { stroke: #3a3342 }
    .s0 { stroke: #ff7ab8 } .d0 { fill: #ff7ab8 } .s1 { stroke: #7db4ff } .d1 { fill: #7db4ff }
  }`.trimEnd();

export interface Drawing {
  title: string;
  /** What there is more and more of. */
  unit: string;
  points: readonly Point[];
  /** Times are divided by it. */
  factor: number;
}

export function draw({ title, unit, points, factor }: Drawing): string {
  const series = [...new Set(points.map((point) => point.series))];
  const amounts = [...new Set(points.map(({ at }) => at))].toSorted((a, b) => a - b);
  const highest = niceAbove(Math.max(...points.map(({ p99 }) => p99 / factor)));
  const x = (at: number) =>
    round(frame.left + (plot.width * Math.log(at / (amounts[0] ?? 1))) / Math.log((amounts.at(-1) ?? 10) / (amounts[0] ?? 1)));
  const y = (time: number) => round(frame.top + plot.height * (1 - time / factor / highest));

  const lines: string[] = [];
  const ends: { y: number; text: string; of: number }[] = [];
  for (const [of, name] of series.entries()) {
    const own = points.filter((point) => point.series === name).toSorted((a, b) => a.at - b.at);
    for (const [key, shape, label] of [
      ['p99', 'tail', '99 %'],
      ['p50', 'line', 'median'],
    ] as const) {
      lines.push(`<polyline class="${shape} s${of}" points="${own.map((point) => `${x(point.at)},${y(point[key])}`).join(' ')}"/>`);
      lines.push(
        ...own.map((point) => `<circle class="d${of}" cx="${x(point.at)}" cy="${y(point[key])}" r="${key === 'p50' ? 3.5 : 2.5}"/>`),
      );
      const last = own.at(-1);
      if (last) ends.push({ y: y(last[key]), text: `${name}, ${label}`, of });
    }
  }
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => part * highest);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    ...marks.flatMap((mark) => [
      `<line class="grid" x1="${frame.left}" x2="${frame.left + plot.width}" y1="${y(mark * factor)}" y2="${y(mark * factor)}"/>`,
      `<text class="faint" x="${frame.left - 8}" y="${y(mark * factor) + 4}" text-anchor="end">${shownTime(mark)}</text>`,
    ]),
    `<text class="faint" x="${frame.left - 8}" y="${frame.top - 9}" text-anchor="end">ms</text>`,
    ...amounts.map(
      (at) =>
        `<text class="faint" x="${x(at)}" y="${size.height - frame.bottom + 20}" text-anchor="middle">${at.toLocaleString('en')}</text>`,
    ),
    `<text x="${frame.left + plot.width / 2}" y="${size.height - 8}" text-anchor="middle">${escaped(unit)}</text>`,
    ...lines,
    ...apart(ends).map(
      (end) => `<text x="${frame.left + plot.width + 10}" y="${round(end.y + 4)}" class="d${end.of}">${escaped(end.text)}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** From above to below, so that none covers another. */
function apart<T extends { y: number }>(ends: readonly T[]): T[] {
  let lowest = Number.NEGATIVE_INFINITY;
  return ends
    .toSorted((a, b) => a.y - b.y)
    .map((end) => {
      lowest = Math.max(end.y, lowest + labelHeight);
      return { ...end, y: lowest };
    });
}

/** The next of 1, 2, 4, 5, 8 with any number of zeros. */
function niceAbove(time: number): number {
  const power = 10 ** Math.floor(Math.log10(time));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= time) ?? 10) * power;
}

function shownTime(time: number): string {
  return String(Number(time.toPrecision(3)));
}

function round(pixels: number): number {
  return Number(pixels.toFixed(1));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
