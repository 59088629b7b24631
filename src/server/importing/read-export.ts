/** What an export has of the boards that the person administers; all of it is looked at before anything of it is written. */
import * as z from 'zod/mini';
import { newAction } from '#shared/actions';
import { actionLimits } from '#shared/action-limits';
import { boardLimits } from '#shared/board-limits';
import { changeBoard } from '#shared/boards';
import { defaultTimeZone } from '#shared/calendar';
import { exportedData, exportVersion } from '#shared/export';
import type { ActionId, BoardId } from '#shared/ids';
import { actionKey } from '#shared/offered-actions';
import { isRefusalCode, refusals } from '#shared/refusals';
import { visibleText } from '#shared/visible-text';

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
  /** Who exported it. */
  username: string;
  boards: ImportedBoard[];
  /** What the person did on these boards, the oldest first. */
  activities: ImportedActivity[];
  /** False for an export from before they were in it: they are made of the activities. */
  hasActions: boolean;
  achievements: Document['achievements'];
  /** What is in the export and stays there. */
  left: {
    /** Boards that others administer. */
    boards: number;
    /** Activities on boards that others administer, or that the person has left. */
    activities: number;
  } & Record<'undone' | 'reactions' | 'proposals' | 'blocked' | 'requests', number>;
}

/** What is wrong with an export, in one French sentence. */
export class WrongExport extends Error {}

const { title, theme, icon, timeZone } = changeBoard.shape;
const header = z.object({
  title: title.def.innerType,
  theme: theme.def.innerType,
  icon: icon.def.innerType,
  timeZone: timeZone.def.innerType,
});

/** In milliseconds: so much do clocks of two machines differ. */
const aheadAtMost = 5 * 60 * 1000;

/** Reads the text of an export. Throws {@link WrongExport}. `now` in milliseconds since 1970. */
export function readExport(text: string, now = Date.now()): Import {
  const found = documentIn(text);
  const administered = found.boards.filter(({ isAdministrator }) => isAdministrator);
  const boards = new Map<BoardId, ImportedBoard>();
  for (const [index, board] of found.boards.entries()) {
    if (!board.isAdministrator) continue;
    const { id } = board;
    if (boards.has(id)) throw wrong(['boards', index, 'id'], 'ce tableau y est deux fois');
    boards.set(id, { id, header: judged(header, board, ['boards', index]), actions: [], favourites: [] });
  }
  const activities = activitiesOn(boards, found, now).toReversed();
  if (found.actions) takeActions(found.actions, boards);
  else for (const board of boards.values()) board.actions = actionsOf(board.id, activities);
  for (const one of found.favourites) boards.get(one.boardId)?.favourites.push(one);
  const { undone, reactions, proposals, blocked, requests } = found;
  return {
    username: found.account.username,
    boards: [...boards.values()],
    activities,
    hasActions: found.actions !== undefined,
    achievements: found.achievements,
    left: {
      boards: found.boards.length - administered.length,
      activities: found.activities.length - activities.length,
      undone: undone.length,
      reactions: reactions.length,
      proposals: proposals.length,
      blocked: blocked.length,
      requests: requests.length,
    },
  };
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
    return JSON.parse(text);
  } catch (failure) {
    const [, position] = /position (\d+)/.exec(failure instanceof Error ? failure.message : '') ?? [];
    const where = position === undefined ? "il s'arrête trop tôt" : `le signe ${Number(position) + 1} n'y a pas sa place`;
    throw new WrongExport(`Ce fichier n'est pas du JSON : ${where}.`);
  }
}

function activitiesOn(boards: ReadonlyMap<BoardId, unknown>, { activities }: Document, now: number): ImportedActivity[] {
  const known = new Set<string>();
  const own: ImportedActivity[] = [];
  for (const [index, one] of activities.entries()) {
    if (!boards.has(one.boardId)) continue;
    const place = ['activities', index];
    if (known.has(one.id)) throw wrong([...place, 'id'], 'cette activité y est deux fois');
    known.add(one.id);
    const { points, emoji } = one;
    const { length } = visibleText(one.title);
    if (length < 1 || length > actionLimits.titleMax)
      throw wrong([...place, 'title'], sentenceOf(length < 1 ? 'action_title_required' : 'action_title_too_long'));
    // Not its words: what a title must say has changed since.
    judged(newAction, { title: 'a', points, ...(emoji === null ? {} : { emoji }) }, place);
    for (const name of ['loggedAt', 'undoneAt'] as const) {
      const time = one[name];
      if (time === null) continue;
      if (time < 0) throw wrong([...place, name], 'cette date est avant 1970');
      if (time > now + aheadAtMost) throw wrong([...place, name], `cette date est dans l'avenir (${dateOf(time)})`);
    }
    own.push({ ...one, title: visibleText(one.title) });
  }
  return own;
}

function takeActions(actions: readonly ImportedAction[], boards: ReadonlyMap<BoardId, ImportedBoard>): void {
  const known = new Set<string>();
  for (const [index, one] of actions.entries()) {
    const board = boards.get(one.boardId);
    const place = ['actions', index];
    if (!board) throw wrong([...place, 'boardId'], "ce tableau n'est pas de ceux que la personne administre");
    const { category, emoji, points } = one;
    const typed = { title: one.title, points, ...(category === null ? {} : { category }), ...(emoji === null ? {} : { emoji }) };
    const action = judged(newAction, typed, place);
    const key = `${board.id} ${actionKey(action)}`;
    if (known.has(key)) throw wrong(place, 'ce tableau a déjà cette action');
    known.add(key);
    board.actions.push({ ...one, title: action.title, points: action.points, category: action.category ?? null });
    if (board.actions.length > actionLimits.perBoard) throw wrong(place, sentenceOf('too_many_actions'));
  }
}

/** The actions that a board is known to have had, each as it was logged last; the latest ones where they are too many. */
function actionsOf(boardId: BoardId, activities: readonly ImportedActivity[]): ImportedAction[] {
  const actions = new Map<ActionId, ImportedAction>();
  const keys = new Set<string>();
  for (const { actionId, points, emoji, ...logged } of activities.filter((one) => one.boardId === boardId).toReversed()) {
    const key = actionKey({ title: logged.title, points });
    if (actions.has(actionId) || keys.has(key) || actions.size >= actionLimits.perBoard) continue;
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
