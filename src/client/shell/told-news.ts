/** What the bubble tells of news. Apart from how news comes about, which the first screen loads. */
import type { OthersNews } from './others-logs.ts';

/** The names of a bubble, whoever logged last first. */
export function namesIn(logs: readonly OthersNews[]): string[] {
  return [...new Set(logs.toReversed().map(({ username }) => username))];
}

/** The one board that all are of; undefined with several. */
export function boardOf(logs: readonly OthersNews[]): string | undefined {
  const [boardId, ...others] = new Set(logs.map((log) => log.boardId));
  return others.length === 0 ? boardId : undefined;
}
