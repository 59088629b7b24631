/** What people play for, in a history of R3: proposals, pauses and 'Mauvaise foi !'. Answers to proposals wait in the outbox; all else is sent at once. */
import type { BoardChange } from '#shared/boards';
import { type ContestEmoji, contestEmojis } from '#shared/contest-rules';
import type { Terms } from '#shared/play';
import { Refused, Unreachable } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { undoOf } from '#client/sync/commands/registry.ts';
import { contestActivity, moveOn, propose, switchContestsOff, withdrawProposal } from '#client/sync/commands/play-calls.ts';
import { contests, pauseOf } from '../seasons.ts';
import type { TestApp, TestBoard } from '../test-app.ts';
import type { Answered, Record, Tab } from './outbox-browser.ts';
import type { Hand } from './outbox-steps.ts';

/** The boards of a history on which something is played for, and what is proposed and contested there from the start. */
export interface Game {
  /** The two of the browser, who have agreed to nothing yet. */
  fresh: TestBoard | null;
  proposals: readonly Proposal[];
  /** The two, and with somebody elsewhere: all have agreed to contest. */
  duo: TestBoard | null;
  trio: TestBoard | null;
  contests: readonly Prepared[];
}

export interface Proposal {
  id: string;
  by: string;
  kind: Terms['kind'];
}

export interface Prepared {
  id: string;
  by: string;
  kept: boolean;
}

/** A press that is sent at once, or not at all. */
export interface Direct {
  what: 'propose' | 'withdraw' | 'contest' | 'keep' | 'take back' | 'vote to undo' | 'vote to keep' | 'toss' | 'end contesting';
  /** The proposal or the contest; of 'end contesting' the board. */
  about: string;
  userId: string;
  tab: Tab;
  /** What the person was told; null as long as they wait. */
  told: 'done' | 'refused' | 'unreachable' | null;
  /** What was proposed. */
  terms?: Terms;
  /** How the contest has ended, as the reply says. */
  heard?: string;
}

/** Not what is proposed already: the dialog offers that no more. */
export async function proposeOne(hand: Hand): Promise<void> {
  const { browser, game, nth, tab, user } = hand;
  if (!game.fresh) return;
  const { id: boardId } = game.fresh;
  const terms = nth % 2 === 0 ? pauseOf(2 + nth) : contests;
  const before = browser.record.direct.findLast((one) => one.tab === tab && one.userId === user.id && one.what === 'propose');
  // The dialog stays open, and pressed again sends the same once more.
  const isSame = before?.told === 'unreachable' && before.terms?.kind === terms.kind;
  const [about, sent] = isSame ? [before.about, before.terms ?? terms] : [newId(), terms];
  if ((await openProposals(hand)).some((one) => one.kind === terms.kind) && !isSame) return;
  send(hand, { what: 'propose', about, terms: sent }, () => propose(user.id, { boardId }, { id: about, terms: sent }));
}

/** Answers what the other one has proposed. */
export async function answerProposal(hand: Hand): Promise<void> {
  const { browser, tab, user, nth, game } = hand;
  const asked = (await openProposals(hand)).filter(({ proposed_by }) => proposed_by !== user.id);
  const proposal = asked[nth % Math.max(1, asked.length)];
  if (!proposal || !game.fresh) return;
  const { id: about } = proposal;
  const item: Answered['item'] = { kind: 'answer', id: newId(), boardId: game.fresh.id, agreementId: about, yes: nth % 4 > 0 };
  tab.outbox.enqueue(item);
  browser.record.answered.push({ item, about, userId: user.id });
}

export async function withdrawOne(hand: Hand): Promise<void> {
  const { user, nth, game } = hand;
  const own = (await openProposals(hand)).filter(({ proposed_by }) => proposed_by === user.id);
  const about = own[nth % Math.max(1, own.length)]?.id;
  if (about === undefined || !game.fresh) return;
  const { id: boardId } = game.fresh;
  send(hand, { what: 'withdraw', about }, () => withdrawProposal(user.id, { boardId, agreementId: about }));
}

/** 'Mauvaise foi !', to what somebody else did on one of the boards. */
export async function contestOne(hand: Hand): Promise<void> {
  const { testApp, game, user, nth } = hand;
  const boards = [game.trio, game.trio, game.fresh, game.duo].filter((one) => one !== null);
  const boardId = boards[nth % Math.max(1, boards.length)]?.id ?? '';
  const others = (await activitiesOn(testApp, boardId)).filter(({ user_id, undone_at }) => user_id !== user.id && undone_at === null);
  const activityId = others[nth % Math.max(1, others.length)]?.id;
  if (activityId === undefined) return;
  const emoji: ContestEmoji = contestEmojis[nth % 3] ?? '🤨';
  const about = newId();
  send(hand, { what: 'contest', about }, () => contestActivity(user.id, { boardId }, { id: about, activityId, emoji }));
}

/** 'Je maintiens' or 'Je retire'; or it is undone by the outbox, whatever network there is. */
export async function answerContest(hand: Hand): Promise<void> {
  const { testApp, tab, user, nth } = hand;
  const contest = await shownContest(hand, ({ answered_by }) => answered_by === user.id);
  if (!contest) return;
  const { id: about, board_id: boardId, activity_id: id, kept_at } = contest;
  if (nth % 5 === 4) {
    const activity = (await activitiesOn(testApp, boardId)).find((one) => one.id === id);
    if (activity?.undone_at !== null) return;
    return tab.outbox.enqueue(undoOf(boardId, { id, title: 'Petit-déj au lit', points: activity.points, userId: user.id }));
  }
  const keeps = nth % 5 < 3 && kept_at === null;
  send(hand, { what: keeps ? 'keep' : 'take back', about }, () => moveOn(user.id, { boardId, contestId: about }, { answer: keeps }));
}

export async function voteOnOne(hand: Hand): Promise<void> {
  const { user, nth, game } = hand;
  const contest = await shownContest(
    hand,
    ({ board_id, contested_by, answered_by, kept_at }) =>
      board_id === game.trio?.id && contested_by !== user.id && answered_by !== user.id && kept_at !== null,
  );
  if (!contest) return;
  const { id: about, board_id: boardId } = contest;
  const isVoid = nth % 2 === 0;
  const what = isVoid ? 'vote to undo' : 'vote to keep';
  send(hand, { what, about }, () => moveOn(user.id, { boardId, contestId: about }, { vote: isVoid }));
}

export async function tossOne(hand: Hand): Promise<void> {
  const { user, game } = hand;
  const contest = await shownContest(hand, ({ board_id, kept_at }) => board_id !== game.trio?.id && kept_at !== null);
  if (!contest) return;
  const { id: about, board_id: boardId } = contest;
  send(hand, { what: 'toss', about }, () => moveOn(user.id, { boardId, contestId: about }, 'toss'));
}

export function endContesting(hand: Hand): void {
  const { user, nth, game } = hand;
  const boards = [game.trio, game.duo, game.fresh].filter((one) => one !== null);
  const about = boards[nth % Math.max(1, boards.length)]?.id;
  if (about !== undefined) send(hand, { what: 'end contesting', about }, () => switchContestsOff(user.id, { boardId: about }));
}

/** A button that waits for its answer is pressed in vain. */
function send({ browser, tab, user }: Hand, press: Pick<Direct, 'what' | 'about' | 'terms'>, call: () => Promise<BoardChange>): void {
  const { direct } = browser.record;
  if (direct.some(({ about, told, tab: where }) => where === tab && about === press.about && told === null)) return;
  const sent: Direct = { ...press, userId: user.id, tab, told: null };
  direct.push(sent);
  tab.sendAtOnce(call).then(
    ({ play }) => {
      const contest = play?.contests?.list.find(({ id }) => id === press.about);
      sent.told = 'done';
      if (contest?.outcome) sent.heard = `${contest.outcome} by ${contest.how}`;
    },
    (error: unknown) => {
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
      sent.told = error instanceof Refused ? 'refused' : 'unreachable';
    },
  );
}

/** All that live tabs sent is answered. */
export function isAnswered({ direct }: Record): boolean {
  return direct.every(({ told, tab }) => told !== null || tab.dead);
}

async function openProposals({ testApp, game }: Hand) {
  const rows = await agreementsOn(testApp, game.fresh?.id ?? '');
  return rows.filter(({ outcome }) => outcome === null);
}

/** One that is open, or else one that was: what has ended meanwhile a tab may not know yet. */
async function shownContest(hand: Hand, isShown: (row: ContestRow) => boolean): Promise<ContestRow | undefined> {
  const { testApp, game, nth } = hand;
  const rows = (await contestsOn(testApp, boardsOf(game))).filter(isShown);
  const open = rows.filter(({ outcome }) => outcome === null);
  const shown = open.length > 0 ? open : rows;
  return shown[nth % Math.max(1, shown.length)];
}

export function boardsOf({ fresh, duo, trio }: Game): string[] {
  return [fresh, duo, trio].flatMap((board) => (board ? [board.id] : []));
}

type ContestRow = Awaited<ReturnType<typeof contestsOn>>[number];

export function contestsOn({ deps }: TestApp, boardIds: readonly string[]) {
  return deps.database.read
    .selectFrom('contest')
    .selectAll()
    .where('board_id', 'in', ['', ...boardIds])
    .orderBy('opened_at')
    .execute();
}

export function agreementsOn({ deps }: TestApp, boardId: string) {
  return deps.database.read
    .selectFrom('agreement')
    .select(['id', 'kind', 'proposed_by', 'outcome'])
    .where('board_id', '=', boardId)
    .orderBy('proposed_at')
    .execute();
}

export function activitiesOn({ deps }: TestApp, boardId: string) {
  return deps.database.read
    .selectFrom('activity')
    .select(['id', 'user_id', 'points', 'undone_at'])
    .where('board_id', '=', boardId)
    .orderBy('logged_at')
    .execute();
}
