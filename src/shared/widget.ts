/** What a widget, an e-paper frame or a house shows of boards: flat, small, and ready to be drawn by programs that compute little. */
import * as z from 'zod/mini';
import { actionId, boardId } from './ids.ts';

/** At most so many boards are in the short list, and fewer where they would take more bytes of JSON. */
export const boardsOnWidget = 5;
export const bytesOnWidget = 2000;

const widgetBoardShape = {
  id: boardId,
  title: z.string(),
  icon: z.string(),
  /** The person's own points; null on a board of accomplices, as is all that compares members there (decision D53). */
  score: z.nullable(z.int()),
  rank: z.nullable(z.int()),
  /** The other member with the most points; null where there is no other. */
  rival: z.nullable(z.string()),
  rivalScore: z.nullable(z.int()),
  /** The points of all together. */
  total: z.int(),
  /** How the person stands, in a few French words. */
  standing: z.string(),
  /** The same of the season or goal that runs (decision D59), by its stake; null while none does. */
  game: z.nullable(z.string()),
  /** The days of the flame, 0 when it is out, and whether today is lit. */
  flame: z.int(),
  flameToday: z.boolean(),
  /** The newest activity that counts; null before the first. */
  lastBy: z.nullable(z.string()),
  lastTitle: z.nullable(z.string()),
  lastPoints: z.nullable(z.int()),
  /** ISO 8601 in UTC, which houses and shortcuts read by themselves. */
  lastAt: z.nullable(z.string()),
  /** How many questions of the board wait for the person. */
  waiting: z.int(),
};

const widgetBoard = z.object(widgetBoardShape);
export type WidgetBoard = z.infer<typeof widgetBoard>;

/** The boards that were played on last; `more`: how many others there are. */
export const widget = z.object({ boards: z.array(widgetBoard), more: z.int() });
export type Widget = z.infer<typeof widget>;

/** One board, with what a shortcut chooses from and what a house has a sensor for. */
export const boardWidget = z.object({
  ...widgetBoardShape,
  /** The points of each member by name; empty on a board of accomplices. */
  scores: z.record(z.string(), z.int()),
  /** Who has more points than anybody else; null where nobody has, and on a board of accomplices. */
  leader: z.nullable(z.string()),
  /** The id of each action by its words, in the order of the board. */
  actions: z.record(z.string(), actionId),
});
export type BoardWidget = z.infer<typeof boardWidget>;
