/** What an export has of the boards that the person administers; all of it is looked at before anything of it is written. */
import * as z from 'zod/mini';
import { loggedTitle, newAction } from '#shared/actions';
import { accountLimits } from '#shared/account-rules';
import { writeNote } from '#shared/activities';
import { actionLimits } from '#shared/action-limits';
import { boardLimits } from '#shared/board-limits';
import { changeBoard, createBoard } from '#shared/boards';
import { defaultTimeZone } from '#shared/calendar';
import { latestAfter } from '#shared/day-after';
import { exportedData, exportVersion } from '#shared/export';
import type { ActionId, BoardId } from '#shared/ids';
import { actionKey } from '#shared/offered-actions';
import { isRefusalCode, refusals } from '#shared/refusals';
import { visibleText } from '#shared/visible-text';
import { NoText, textIn } from '../files/text-file.ts';

const { shape } = exportedData;
const some = z._default(z.array(z.unknown()), []);

/** Exports from before the actions and the time zones were in them are read, too. */
const document = z.object({
  account: z.object({ username: z.string() }),
  boards: z.array(z.object({ ...shape.boards.def.element.shape, timeZone: z._default(z.string(), defaultTimeZone) })),
  actions: z.optional(shape.actions),
  activities: shape.activities,
  favourites: z._default(shape.favourites, []),
  achievements: z._default(shape.achievements, []),
  // Only counted.
  undone: some,
  reactions: some,
  proposals: some,
  blocked: some,
  requests: some,
});
type Document = z.infer<typeof document>;

export type ImportedAction = NonNullable<Document['actions']>[number];
export type ImportedActivity = Document['activities'][number];

/** A board to be made. */
export interface ImportedBoard {
  id: BoardId;
  header: z.infer<typeof header>;
  actions: ImportedAction[];
  favourites: Document['favourites'];
}

export interface Import {
  /** The name of the person who exported it; empty where nothing of it can be seen. */
  username: string;
  boards: ImportedBoard[];
  /** What the person did on these boards, the oldest first. */
  activities: ImportedActivity[];
  /** False for an export from before they were in it: they are made of the activities. */
  hasActions: boolean;
  achievements: Document['achievements'];
  /** The number of texts that lost invisible signs or piled-up accents. */
  cleaned: number;
  /** What is in the export and stays there. */
  left: {
    /** Boards that others administer. */
    boards: number;
    /** Activities on boards that others administer, or that the person has left. */
    activities: number;
    /** Favourites on boards that others administer, or of actions that are not in use any more. */
    favourites: number;
  } & Record<'undone' | 'reactions' | 'proposals' | 'blocked' | 'requests', number>;
}

/** What is wrong with an export, in one French sentence. */
export class WrongExport extends Error {}

const fields = changeBoard.shape;
const header = z.object({
  title: fields.title.def.innerType,
  theme: fields.theme.def.innerType,
  icon: fields.icon.def.innerType,
  timeZone: fields.timeZone.def.innerType,
  playMode: createBoard.shape.playMode,
});

/** What an import keeps of an activity. The rules are those of a log. */
const loggedFields = z.object({
  title: loggedTitle,
  points: newAction.shape.points,
  emoji: newAction.shape.emoji,
  note: z.optional(writeNote.shape.note),
});

/** In milliseconds: so much do clocks of two machines differ. */
const aheadAtMost = 5 * 60 * 1000;

/** Reads an export: its text, or the file with it. Throws {@link WrongExport}. `now` in milliseconds since 1970. */
export function readExport(file: string | Uint8Array, now = Date.now()): Import {
  const found = documentIn(typeof file === 'string' ? file : textOf(file));
  const administered = found.boards.filter(({ isAdministrator }) => isAdministrator);
  if (administered.length > boardLimits.boardsPerPerson) throw wrong(['boards'], sentenceOf('too_many_boards'));
  const boards = new Map<BoardId, ImportedBoard>();
  let cleaned = 0;
  for (const [index, board] of found.boards.entries()) {
    if (!board.isAdministrator) continue;
    const { id } = board;
    if (boards.has(id)) throw wrong(['boards', index, 'id'], 'ce tableau y est deux fois');
    boards.set(id, { id, header: judged(header, board, ['boards', index]), actions: [], favourites: [] });
    if (visibleText(board.title) !== board.title) cleaned += 1;
  }
  const newestFirst = activitiesOn(boards, found, now);
  const activities = newestFirst.toReversed();
  cleaned += countChanged(
    found.activities.filter(({ boardId }) => boards.has(boardId)),
    newestFirst,
  );
  if (found.actions) cleaned += takeActions(found.actions, boards);
  else for (const board of boards.values()) board.actions = actionsOf(board.id, activities);
  takeFavourites(found.favourites, boards, now);
  const favourites = [...boards.values()].reduce((sum, board) => sum + board.favourites.length, 0);
  const { undone, reactions, proposals, blocked, requests } = found;
  return {
    username: nameOf(found.account),
    boards: [...boards.values()],
    activities,
    hasActions: found.actions !== undefined,
    achievements: found.achievements,
    cleaned,
    left: {
      boards: found.boards.length - administered.length,
      activities: found.activities.length - activities.length,
      favourites: found.favourites.length - favourites,
      undone: undone.length,
      reactions: reactions.length,
      proposals: proposals.length,
      blocked: blocked.length,
      requests: requests.length,
    },
  };
}

interface Texts {
  title: string;
  note?: string | undefined;
  category?: string | null;
}

/** The number of texts that the schemas have changed. */
function countChanged(written: readonly Texts[], came: readonly Texts[]): number {
  const isChanged = (name: keyof Texts, index: number) => (written[index]?.[name] ?? '') !== (came[index]?.[name] ?? '');
  return came.reduce((sum, _, index) => sum + (['title', 'note', 'category'] as const).filter((name) => isChanged(name, index)).length, 0);
}

function textOf(file: Uint8Array): string {
  try {
    return textIn(file);
  } catch (failure) {
    throw failure instanceof NoText ? new WrongExport(`Ce fichier ${failure.message}. Rien n'est importé.`) : failure;
  }
}

/** The name is only shown, in a terminal: one from before today's rules is shortened, not refused. */
function nameOf({ username }: Document['account']): string {
  return visibleText(username.slice(0, accountLimits.usernameMax));
}

function documentIn(text: string): Document {
  const json = parsed(text);
  const version = typeof json === 'object' && json !== null && 'account' in json && 'version' in json ? json.version : undefined;
  if (typeof version !== 'number') throw new WrongExport("Ce fichier n'est pas un export d'OU LA LA (« Exporter mes données »).");
  if (version > exportVersion)
    throw new WrongExport(
      `Cet export vient d'une version plus récente d'OU LA LA (format ${version}, connu ici : ${exportVersion}). Mettez d'abord cette installation à jour.`,
    );
  if (version !== exportVersion) throw wrong(['version'], `le format ${version} n'existe pas`);
  return judged(document, json, []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (failure) {
    throw new WrongExport(`Ce fichier n'est pas du JSON : ${faultOf(failure instanceof Error ? failure.message : '', text)}.`);
  }
}

/** What `JSON.parse` found; it names the position of some faults alone. */
function faultOf(message: string, text: string): string {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (/end of JSON input/.test(message) || Number(position) >= text.trimEnd().length) return "il s'arrête trop tôt";
  return position === undefined ? "un signe n'y a pas sa place" : `le signe ${Number(position) + 1} n'y a pas sa place`;
}

function activitiesOn(boards: ReadonlyMap<BoardId, unknown>, { activities }: Document, now: number): ImportedActivity[] {
  const known = new Set<string>();
  const own: ImportedActivity[] = [];
  for (const [index, one] of activities.entries()) {
    if (!boards.has(one.boardId)) continue;
    const place = ['activities', index];
    if (known.has(one.id)) throw wrong([...place, 'id'], 'cette activité y est deux fois');
    known.add(one.id);
    const { emoji } = one;
    const kept = judged(loggedFields, { ...one, emoji: emoji ?? undefined }, place);
    const loggedAt = timeAt(one.loggedAt, [...place, 'loggedAt'], now);
    const { playedAt } = one;
    if (playedAt !== undefined && (playedAt >= loggedAt || playedAt < loggedAt - latestAfter))
      throw wrong([...place, 'playedAt'], "ce n'est pas un moment de la veille");
    const undoneAt = one.undoneAt === null ? null : timeAt(one.undoneAt, [...place, 'undoneAt'], now);
    own.push({ ...one, ...kept, emoji, loggedAt, undoneAt });
  }
  return own;
}

/** Returns how many texts it has cleaned. */
function takeActions(actions: readonly ImportedAction[], boards: ReadonlyMap<BoardId, ImportedBoard>): number {
  const known = new Set<string>();
  const taken: ImportedAction[] = [];
  for (const [index, one] of actions.entries()) {
    const board = boards.get(one.boardId);
    const place = ['actions', index];
    if (!board) throw wrong([...place, 'boardId'], "ce tableau n'est pas de ceux que la personne administre");
    const { title, points, category, emoji } = one;
    const action = judged(newAction, { title, points, category: category ?? undefined, emoji: emoji ?? undefined }, place);
    const key = `${board.id} ${actionKey(action)}`;
    if (known.has(key)) throw wrong(place, 'ce tableau a déjà cette action');
    known.add(key);
    if (board.actions.some(({ id }) => id === one.id)) throw wrong([...place, 'id'], 'cette action y est deux fois');
    const came = { ...one, title: action.title, category: action.category ?? null };
    taken.push(came);
    board.actions.push(came);
    if (board.actions.length > actionLimits.perBoard) throw wrong(place, sentenceOf('too_many_actions'));
  }
  return countChanged(actions, taken);
}

/** Takes the favourites among the actions that come. */
function takeFavourites(favourites: Document['favourites'], boards: ReadonlyMap<BoardId, ImportedBoard>, now: number): void {
  for (const [index, { boardId: id, actionId, markedAt }] of favourites.entries()) {
    const board = boards.get(id);
    if (!board?.actions.some((action) => action.id === actionId)) continue;
    const place = ['favourites', index];
    if (board.favourites.some((one) => one.actionId === actionId)) throw wrong(place, 'ce favori y est deux fois');
    board.favourites.push({ boardId: id, actionId, markedAt: timeAt(markedAt, [...place, 'markedAt'], now) });
    if (board.favourites.length > actionLimits.favouritesPerBoard)
      throw wrong(place, `${actionLimits.favouritesPerBoard} favoris au plus par tableau`);
  }
}

/** A time in the past, judged. One that a clock a little ahead has written is taken as now. */
function timeAt(time: number, place: readonly PropertyKey[], now: number): number {
  if (time < 0) throw wrong(place, 'cette date est avant 1970');
  if (time > now + aheadAtMost) throw wrong(place, `cette date est dans l'avenir (${dateOf(time)})`);
  return Math.min(time, now);
}

/** The actions that a board is known to have had, each as it was logged last; the latest ones where they are too many. */
function actionsOf(boardId: BoardId, activities: readonly ImportedActivity[]): ImportedAction[] {
  const actions = new Map<ActionId, ImportedAction>();
  const keys = new Set<string>();
  for (const { actionId, points, emoji, ...logged } of activities.filter((one) => one.boardId === boardId).toReversed()) {
    const key = actionKey({ title: logged.title, points });
    if (actions.has(actionId) || keys.has(key) || actions.size >= actionLimits.perBoard) continue;
    // A title from before titles needed a word.
    if (!newAction.shape.title.safeParse(logged.title).success) continue;
    keys.add(key);
    actions.set(actionId, { id: actionId, boardId, title: logged.title, points, category: null, emoji });
  }
  return [...actions.values()];
}

/** What a schema makes of a value. Throws {@link WrongExport}, which names the first place that is wrong. */
function judged<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, place: readonly PropertyKey[]): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [first] = error.issues;
  const path = first?.path ?? [];
  throw wrong([...place, ...path], sentenceOf(first?.message ?? '', path.at(-1)));
}

const sentencesOf: Partial<Record<PropertyKey, string>> = {
  icon: "cette icône n'est pas de celles des tableaux",
  theme: "cette couleur n'est pas de celles des tableaux",
  category: `${actionLimits.categoryMax} caractères au plus pour une catégorie`,
};

function sentenceOf(code: string, field?: PropertyKey): string {
  if (code === 'board_title_too_long') return `${boardLimits.titleMax} caractères au plus pour un titre`;
  if (isRefusalCode(code)) return refusals[code][1].replace(/\.$/, '');
  return (field !== undefined && sentencesOf[field]) || "ce n'est pas ce qu'un export contient à cet endroit";
}

function wrong(place: readonly PropertyKey[], sentence: string): WrongExport {
  const path = place.map((one) => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`)).join('');
  return new WrongExport(`Rien n'est importé. À ${path.replace(/^\./, '')} : ${sentence}.`);
}

function dateOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toLocaleDateString('fr', { dateStyle: 'long' });
}
