import type { BoardCard } from '#shared/boards';
import { dayIn } from '#shared/calendar';
import { readTime } from '#shared/clock-rules';
import { flameOn, noFlame } from '#shared/flame-rules';
import type { BoardId, UserId } from '#shared/ids';
import { pausedDays } from '#shared/pause-rules';
import { boardsOnWidget, bytesOnWidget, type BoardWidget, type Widget, type WidgetBoard } from '#shared/widget';
import { readActions } from '../actions/action-views.ts';
import { actionWords } from '../actions/action-words.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { reaches } from '../http/reach.ts';
import type { Caller } from '../identity/callers.ts';
import { readMembers } from '../membership/member-views.ts';
import { listBoards } from '../whole-boards/boards.ts';
import { widgetMessages as texts } from './widget-messages.fr.ts';
import { listDoings } from './widget-store.ts';

/** The boards that the caller may read, the one played on last first. */
export async function readWidget(deps: Deps, caller: Caller, now = Date.now()): Promise<Widget> {
  const cards = await listCards(deps, caller);
  const boards = await viewsOf(deps, caller.personId, cards.slice(0, boardsOnWidget), now);
  const inShort = (): Widget => ({ boards, more: cards.length - boards.length });
  // Long titles and stakes leave room for fewer.
  while (boards.length > 1 && Buffer.byteLength(JSON.stringify(inShort())) > bytesOnWidget) boards.pop();
  return inShort();
}

export async function readBoardWidget(deps: Deps, caller: Caller, boardId: BoardId, now = Date.now()): Promise<BoardWidget> {
  const card = (await listCards(deps, caller)).find(({ id }) => id === boardId);
  const [view] = card ? await viewsOf(deps, caller.personId, [card], now) : [];
  if (!card || !view) throw refuse('board_not_found');
  const db = deps.database.read;
  const members = await readMembers(db, { id: boardId, play_mode: card.playMode ?? 'scores' });
  const scores = members.flatMap(({ username, score }) => (score === null ? [] : [{ username, score }]));
  const [first, second] = scores.toSorted((a, b) => b.score - a.score);
  const actions = await readActions(db, boardId, await deps.boardKeys.of(db, boardId));
  return {
    ...view,
    scores: Object.fromEntries(scores.map(({ username, score }) => [username, score])),
    leader: first && (!second || second.score < first.score) ? first.username : null,
    actions: Object.fromEntries(actions.map(({ id, title, points, emoji }) => [actionWords({ title, points, emoji }), id])),
  };
}

async function listCards(deps: Deps, caller: Caller): Promise<BoardCard[]> {
  return (await listBoards(deps, caller.personId)).filter(({ id }) => reaches(caller, id));
}

type Doing = Awaited<ReturnType<typeof listDoings>>[number];

async function viewsOf({ database, boardKeys }: Deps, userId: UserId, cards: readonly BoardCard[], now: number): Promise<WidgetBoard[]> {
  const boardIds = cards.map(({ id }) => id);
  const doings = new Map((await listDoings(database.read, { userId, boardIds, now })).map((one) => [one.board_id, one]));
  const secrets = await boardKeys.ofAll(database.read, boardIds);
  return cards.map((card) => {
    const doing = doings.get(card.id);
    return {
      ...{ id: card.id, title: card.title, icon: card.icon },
      ...standingOf(card, userId),
      game: gameOf(card, userId, now),
      ...flameOf(card, now),
      ...lastOf(doing, secrets.get(card.id), now),
      waiting: waitingOn(card, doing, userId),
    };
  });
}

type Standing = Pick<WidgetBoard, 'score' | 'rank' | 'rival' | 'rivalScore' | 'total' | 'standing'>;

function standingOf({ members = [], standing, playMode, totalPoints: total }: BoardCard, userId: UserId): Standing {
  const nobody = { score: null, rank: null, rival: null, rivalScore: null, total };
  if (playMode === 'together') return { ...nobody, standing: texts.together({ points: total }) };
  const others = members.filter((one) => one.userId !== userId).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const score = standing?.score ?? members.find((one) => one.userId === userId)?.score ?? 0;
  const rank = standing?.rank ?? 1 + others.filter((one) => (one.score ?? 0) > score).length;
  const [rival] = standing ? [standing.rival] : others;
  if (!rival) return { ...nobody, score, rank, standing: texts.alone({ points: score }) };
  const rivalScore = rival.score ?? 0;
  return { score, rank, rival: rival.username, rivalScore, total, standing: inWords(score, { name: rival.username, score: rivalScore }) };
}

function inWords(score: number, rival: { name: string; score: number }): string {
  const { name } = rival;
  if (score > rival.score) return texts.youLead({ count: score - rival.score });
  if (score < rival.score) return texts.leads({ name, count: rival.score - score });
  return score === 0 ? texts.even : texts.equal({ name });
}

/** As the board's own head does, it tells what runs beside what rests. A board too large for standings on its card tells the stake alone. */
function gameOf({ play }: BoardCard, userId: UserId, now: number): string | null {
  const running = play?.seasons.find(({ startsAt }) => startsAt <= now);
  if (!running) return null;
  const { kind, stake, goal, standings } = running;
  const name = stake || (kind === 'goal' ? texts.goal : texts.season);
  if (!standings) return name;
  if (goal !== null) {
    const points = standings.reduce((sum, one) => sum + one.points, 0);
    return texts.game({ name, standing: texts.reached({ points, goal }) });
  }
  // Whoever logged nothing in a season has no rank in it (decision D68).
  const players = standings.filter(({ actions, left }) => actions > 0 && !left).toSorted((a, b) => b.points - a.points);
  const own = players.find((one) => one.userId === userId);
  const rival = players.find((one) => one.userId !== userId);
  return texts.game({ name, standing: seasonInWords(own?.points, rival && { name: rival.username, score: rival.points }) });
}

function seasonInWords(own: number | undefined, rival: { name: string; score: number } | undefined): string {
  if (!rival) return own === undefined ? texts.even : texts.youAreFirst;
  return own === undefined ? texts.isFirst(rival) : inWords(own, rival);
}

function flameOf({ flame = noFlame, timeZone }: BoardCard, now: number): Pick<WidgetBoard, 'flame' | 'flameToday'> {
  const { days, isLitToday } = flameOn(flame, dayIn(timeZone, now), pausedDays(flame.pauses));
  return { flame: days, flameToday: isLitToday };
}

type Last = Pick<WidgetBoard, 'lastBy' | 'lastTitle' | 'lastPoints' | 'lastAt'>;

function lastOf(doing: Doing | undefined, secrets: BoardSecrets | undefined, now: number): Last {
  const none = { lastBy: null, lastTitle: null, lastPoints: null, lastAt: null };
  const { id = null, title_sealed: sealed = null, points = null, logged_at: at = null, username = null } = doing ?? {};
  if (id === null || sealed === null || at === null || !secrets) return none;
  const title = decryptable(() => secrets.decrypt(sealed, 'activity', 'title', id));
  if (title === undefined) return none;
  return { lastBy: username, lastTitle: title, lastPoints: points, lastAt: new Date(readTime(at, now)).toISOString() };
}

/** As many as the pill of the board says (decision D61). */
function waitingOn({ play }: BoardCard, doing: Doing | undefined, userId: UserId): number {
  const toAgree = play?.agreements.filter(({ agreed }) => !agreed.includes(userId)).length ?? 0;
  const { requests, losses, proposals, contests } = doing ?? {};
  return toAgree + (requests ?? 0) + (losses ?? 0) + (proposals ?? 0) + (contests ?? 0);
}
