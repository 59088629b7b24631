/** What of a long list is drawn: the lines around what is seen, each as wide as the list has columns. Pure: heights in, spans out. */

/** From one item, or line, up to another that is left out. */
export interface Span {
  from: number;
  to: number;
}

/** A line is as high as the highest of its items. What was never drawn counts as high as the others are on average. */
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

/** The lines that reach into a stretch of the list, in pixels below its start; the nearest one where none does. */
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

/** Of some lines, without the gap behind the last. */
export function heightOf(lines: readonly number[], gap: number, { from, to }: Span): number {
  const some = lines.slice(from, to);
  return some.reduce((sum, height) => sum + height, gap * Math.max(0, some.length - 1));
}

/**
 * The lines to draw next, on the way to a goal: all that are seen, and of the others a few, the nearest first; of what lies beyond the goal, as
 * many go as come and a few more, the furthest first; `kept` stays. Each line costs some milliseconds, to come and to go, and all together
 * would hold up one frame.
 */
export function nextOnWay(drawn: readonly Span[], goal: Span, seen: Span, kept: readonly Span[], few: number): Span[] {
  const isIn = (spans: readonly Span[], line: number) => spans.some(({ from, to }) => line >= from && line < to);
  const distance = (line: number) => Math.max(seen.from - line, line + 1 - seen.to, 0);
  // The nearest first.
  const outside = (lines: number[], spans: readonly Span[]) =>
    lines.filter((line) => !isIn(spans, line)).toSorted((a, b) => distance(a) - distance(b));
  const there = drawn.flatMap(linesOf);
  const coming = outside(linesOf(goal), drawn).filter((line, index) => index < few || distance(line) === 0);
  const beyond = outside(there, [goal, ...kept]);
  const going = new Set(beyond.slice(-(few + coming.length)));
  return united([...there.filter((line) => !going.has(line)), ...coming].map((line) => ({ from: line, to: line + 1 })));
}

function linesOf({ from, to }: Span): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, line) => from + line);
}

export function includes(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

/** Spans in their order, those that touch made one. */
export function united(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = all.at(-1);
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else all.push({ ...span });
  }
  return all;
}

/** Where spans of a list are now that it has changed: each goes with most of its items, in whole lines. What began the list is drawn there, too. */
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

/** Before anything was drawn, in pixels. */
const unknownHeight = 96;

function average(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
