/** Computes which lines of a long list to draw; a line has one item for each column. Pure functions: heights in, spans out. */

/** A half-open range of items or lines. */
export interface Span {
  from: number;
  to: number;
}

/** A line is as high as its highest item. One that was never drawn counts as high as the average. */
export function lineHeights(keys: readonly string[], heights: ReadonlyMap<string, number>, columns: number): number[] {
  const usual = average(keys.flatMap((key) => heights.get(key) ?? [])) ?? unknownHeight;
  const lines: number[] = [];
  for (let start = 0; start < keys.length; start += columns) {
    let height = 0;
    for (const key of keys.slice(start, start + columns)) height = Math.max(height, heights.get(key) ?? 0);
    lines.push(height || usual);
  }
  return lines;
}

/** The lines that overlap a range of pixels below the start of the list; the nearest line where none does. */
export function linesWithin(lines: readonly number[], gap: number, { from, to }: Span): Span {
  let [first, last] = [lines.length - 1, 0];
  let top = 0;
  for (const [line, height] of lines.entries()) {
    if (top + height >= from && line < first) first = line;
    if (top <= to) last = line;
    top += height + gap;
  }
  return first <= last ? { from: first, to: last + 1 } : { from: last, to: first + 1 };
}

/** The height of these lines, without the gap after the last. */
export function heightOf(lines: readonly number[], gap: number, { from, to }: Span): number {
  const some = lines.slice(from, to);
  return some.reduce((sum, height) => sum + height, gap * Math.max(0, some.length - 1));
}

/**
 * The lines to draw next on the way to `goal`: all visible lines and a few others, the nearest first. Beyond the goal, as
 * many lines are removed as are added, and a few more, the furthest first; `pinned` stays. Each line costs some milliseconds, and all together
 * would hold up one frame.
 */
export function nextOnWay(drawn: readonly Span[], goal: Span, seen: Span, pinned: readonly Span[], few: number): Span[] {
  const isIn = (spans: readonly Span[], line: number) => spans.some(({ from, to }) => line >= from && line < to);
  const distance = (line: number) => Math.max(seen.from - line, line + 1 - seen.to, 0);
  /** The lines outside these spans, the nearest to the visible ones first. */
  const outside = (lines: number[], spans: readonly Span[]) =>
    lines.filter((line) => !isIn(spans, line)).toSorted((a, b) => distance(a) - distance(b));
  const there = drawn.flatMap(linesOf);
  const coming = outside(linesOf(goal), drawn).filter((line, index) => index < few || distance(line) === 0);
  const beyond = outside(there, [goal, ...pinned]);
  const going = new Set(beyond.slice(-(few + coming.length)));
  return united([...there.filter((line) => !going.has(line)), ...coming].map((line) => ({ from: line, to: line + 1 })));
}

function linesOf({ from, to }: Span): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, line) => from + line);
}

export function includes(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

/** Sorts spans, and joins those that touch. */
export function united(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = all.at(-1);
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else all.push({ ...span });
  }
  return all;
}

/** Moves spans to where most of their items are after the list has changed, in whole lines. The start of the list is drawn in both places. */
export function followed(spans: readonly Span[], before: readonly string[], now: readonly string[], columns: number): Span[] {
  const indexes = new Map(now.map((key, index) => [key, index]));
  return united(
    spans.flatMap(({ from, to }) => {
      const moves = before.slice(from, to).flatMap((key, index) => {
        const found = indexes.get(key);
        return found === undefined ? [] : [found - from - index];
      });
      const move = moves.toSorted((a, b) => a - b)[Math.floor(moves.length / 2)] ?? 0;
      const gone = { from: Math.max(0, Math.floor((from + move) / columns)) * columns, to: Math.ceil((to + move) / columns) * columns };
      return from === 0 ? [{ from, to }, gone] : [gone];
    }),
  );
}

/** The height of an item before any was measured, in pixels. */
const unknownHeight = 96;

function average(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
