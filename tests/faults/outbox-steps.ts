/** All that can happen in a history of R3. What else people do without a network is one entry more here. */
import fc from 'fast-check';
import { newId } from '#client/api/new-id.ts';
import type { Credited } from '#client/sync/commands/items.ts';
import { logOf, undoOf } from '#client/sync/commands/registry.ts';
import type { Someone, TestApp, TestBoard } from '../test-app.ts';
import type { Answered, Browser, Fault, Press, Tab } from './outbox-browser.ts';
import {
  answerContest,
  answerProposal,
  contestOne,
  endContesting,
  type Game,
  proposeOne,
  tossOne,
  voteOnOne,
  withdrawOne,
} from './outbox-play-steps.ts';

const faults = ['request lost', 'reply lost', 'delivered twice', 'server busy', 'tab dies before', 'tab dies after'] as const;

/** Where a history plays. */
export interface Stage {
  testApp: TestApp;
  browser: Browser;
  people: readonly [Someone, Someone];
  /** Where actions are logged; on the first, reactions, favourites, notes and losses of all histories are. */
  boards: readonly [TestBoard, ...TestBoard[]];
  /** The last of them, where a history deletes it or a member. */
  doomed: TestBoard | null;
  /** An activity of each of the people. */
  admired: readonly [string, string];
  /** What was noted for each of the people, where a history has answers to it. */
  losses: readonly Owed[];
  game: Game;
}

interface Owed {
  id: string;
  boardId: string;
  /** The person who is to answer. */
  to: string;
}

interface Moment extends Stage {
  tab: Tab | undefined;
  nth: number;
  who: 0 | 1;
  fault: Fault;
}

/** Somebody at a tab, who believes to be signed in there. */
export interface Hand extends Moment {
  tab: Tab;
  user: Someone;
}

interface Doing {
  /** How often it happens, of the sum of all. */
  weight: number;
  take(at: Moment): void | Promise<void>;
}

const table = {
  log: { weight: 6, take: byHand((hand) => log(hand, 1)) },
  'log on two': { weight: 6, take: byHand((hand) => log(hand, 2)) },
  'log for the other': { weight: 6, take: byHand((hand) => log(hand, 1, other(hand))) },
  undo: { weight: 8, take: byHand(undo) },
  'note a loss': { weight: 5, take: byHand(noteLoss) },
  'answer a loss': { weight: 6, take: byHand(answerLoss) },
  'write a note': { weight: 4, take: byHand(writeNote) },
  react: { weight: 6, take: byHand(react) },
  mark: { weight: 6, take: byHand(mark) },
  propose: { weight: 3, take: byHand(proposeOne) },
  'answer a proposal': { weight: 4, take: byHand(answerProposal) },
  withdraw: { weight: 2, take: byHand(withdrawOne) },
  contest: { weight: 5, take: byHand(contestOne) },
  'answer a contest': { weight: 5, take: byHand(answerContest) },
  vote: { weight: 4, take: byHand(voteOnOne) },
  toss: { weight: 4, take: byHand(tossOne) },
  'end contesting': { weight: 1, take: byHand(endContesting) },
  'go offline': { weight: 2, take: ({ browser }) => void (browser.online = false) },
  'come back': { weight: 4, take: ({ browser }) => comeBack(browser) },
  'open a tab': { weight: 2, take: openTab },
  'delete the board': { weight: 1, take: ({ people: [lea], doomed }) => deleteBoard(lea, doomed) },
  'remove a member': { weight: 1, take: ({ people: [lea, max], doomed }) => remove(lea, max, doomed) },
  'lose the session': { weight: 2, take: ({ browser }) => void (browser.signedIn = null) },
  wait: { weight: 3, take: ({ browser }) => browser.pass(60) },
  reload: { weight: 2, take: ({ browser, tab }) => close(browser, tab, true) },
  close: { weight: 2, take: ({ browser, tab }) => close(browser, tab, false) },
  'rest and come back': { weight: 2, take: ({ browser, tab }) => tab?.beAway(() => browser.pass()) },
  'notice who is signed in': { weight: 2, take: ({ browser, tab }) => tab?.hearWhoIsSignedIn(browser.signedIn) },
  'hold the store': { weight: 1, take: ({ browser }) => browser.holdStore() },
  'let go of the store': { weight: 2, take: ({ browser }) => browser.letGoOfStore() },
  'fill the store': { weight: 1, take: ({ browser }) => void (browser.refusedWrites += 2) },
  'slow the store down': { weight: 1, take: ({ browser }) => void (browser.lateWrites += 2) },
  'sign in': { weight: 6, take: signIn },
  // No tab is told.
  'sign in elsewhere': { weight: 4, take: ({ browser, people, who }) => void (browser.signedIn = people[who]) },
  fault: { weight: 10, take: ({ browser, fault }) => void browser.faults.push(fault) },
} as const satisfies Record<string, Doing>;

type Kind = keyof typeof table;
const doings: Readonly<Record<Kind, Doing>> = table;

/** `tab` and `nth` are taken modulo what there is. */
export interface Step {
  kind: Kind;
  tab: number;
  nth: number;
  who: 0 | 1;
  fault: Fault;
}

const kinds = Object.entries(doings).map(([kind, { weight }]) => ({ weight, arbitrary: fc.constant(kind as Kind) }));

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.oneof(...kinds),
    tab: fc.nat(3),
    nth: fc.nat(9),
    who: fc.constantFrom(0 as const, 1 as const),
    fault: fc.constantFrom(...faults),
  }),
  { minLength: 4, maxLength: 26, size: 'max' },
);

export async function take(stage: Stage, { kind, tab, ...chosen }: Step): Promise<void> {
  const { tabs } = stage.browser;
  await doings[kind].take({ ...stage, ...chosen, tab: tabs[tab % Math.max(1, tabs.length)] });
}

function byHand(doing: (hand: Hand) => void | Promise<void>): Doing['take'] {
  return async ({ tab, ...moment }) => {
    if (tab?.user) await doing({ ...moment, tab, user: tab.user });
  };
}

function other({ people, user }: Hand): Credited {
  const { id: userId, name: username } = people[0].id === user.id ? people[1] : people[0];
  return { userId, username, userAvatar: '🦄' };
}

const breakfast = { title: 'Petit-déj au lit', points: 20, emoji: '🥐' };
const dishes = { title: 'Vaisselle oubliée', points: -15, emoji: '🍽️' };

function log({ browser, boards, tab, user, nth }: Hand, count: number, credited?: Credited): void {
  const chosen = [...new Set([boards[nth % boards.length], boards[(nth + 1) % boards.length]])].filter((board) => board !== undefined);
  const note = nth % 3 === 0 ? 'Bravo !' : '';
  const items = chosen
    .slice(0, count)
    .map((board) => ({ ...logOf(board.id, { ...breakfast, id: board.breakfast }, note), ...(credited && { for: credited }) }));
  tab.outbox.enqueue(...items);
  const made = { userId: user.id, tab, of: credited?.userId ?? user.id, hasNote: note !== '', isOwed: false };
  for (const { id, boardId } of items) browser.record.made.set(id, { ...made, boardId });
}

/** Undoes something that the tab shows: what waits, or what the server has of the person or by them. */
async function undo({ testApp, browser, tab, user, nth }: Hand): Promise<void> {
  const { made, undoAsked } = browser.record;
  const waiting = tab.outbox.shown().pending.flatMap(({ kind, id }) => (kind === 'log' ? [id] : []));
  const logged = (await activitiesAmong(testApp, [...made.keys()])).filter((row) => [row.user_id, row.noted_by].includes(user.id));
  const shown = [...new Set([...waiting, ...logged.map(({ id }) => id)])];
  const id = shown[nth % Math.max(1, shown.length)];
  const done = made.get(id ?? '');
  if (id === undefined || !done) return;
  tab.outbox.enqueue(undoOf(done.boardId, { id, ...(done.isOwed ? dishes : breakfast), userId: done.of }));
  undoAsked.set(id, [...(undoAsked.get(id) ?? []), tab]);
}

function noteLoss(hand: Hand): void {
  const { browser, boards, tab, user } = hand;
  const [{ id: boardId, dishes: actionId }] = boards;
  const [id, credited] = [newId(), other(hand)];
  tab.outbox.enqueue({ kind: 'owed_loss', id, boardId, actionId, title: dishes.title, points: dishes.points, for: credited });
  browser.record.made.set(id, { userId: user.id, tab, boardId, of: credited.userId, hasNote: false, isOwed: true });
}

/** One of those that wait for the person, or that did before another answer. */
async function answerLoss(hand: Hand): Promise<void> {
  const { testApp, browser, tab, user, nth } = hand;
  const made = [...browser.record.made].flatMap(([id, { isOwed, of, boardId }]) => (isOwed ? [{ id, boardId, to: of }] : []));
  const mine = [...hand.losses, ...made].filter(({ to }) => to === user.id);
  const ids = mine.map((one) => one.id);
  const rows = [...(await lossesAmong(testApp, ids)), ...(await activitiesAmong(testApp, ids))];
  const arrived = new Set(rows.map((row) => row.id));
  const shown = mine.filter((one) => arrived.has(one.id));
  const owed = shown[nth % Math.max(1, shown.length)];
  if (!owed) return;
  const { id, boardId } = owed;
  const { userId, username } = other(hand);
  const loss = { id, boardId, title: dishes.title };
  const item: Answered['item'] =
    nth % 3 === 0
      ? { kind: 'denial', ...loss }
      : { kind: 'avowal', ...loss, points: dishes.points, emoji: dishes.emoji, from: { userId, username } };
  tab.outbox.enqueue(item);
  browser.record.answered.push({ item, about: id, userId: user.id });
}

function writeNote(hand: Hand): void {
  const { people, admired, boards, user, nth } = hand;
  const activityId = people[0].id === user.id ? admired[0] : admired[1];
  const note = nth % 4 === 0 ? '' : `Mot ${newId()}`;
  press(hand, `${activityId} note`, { kind: 'note', id: newId(), boardId: boards[0].id, activityId, note }, note);
}

function react(hand: Hand): void {
  const { boards, admired, user, nth } = hand;
  const emoji = nth % 2 === 0 ? '❤️' : '🔥';
  const key = `${user.id} ${emoji}`;
  const isOn = isOff(hand, key);
  press(hand, key, { kind: 'reaction', id: newId(), boardId: boards[0].id, isOn, activityId: admired[0], emoji }, String(isOn));
}

function mark(hand: Hand): void {
  const { boards, user, nth } = hand;
  const actionId = nth % 2 === 0 ? boards[0].breakfast : boards[0].dishes;
  const key = `${user.id} ${actionId}`;
  const isOn = isOff(hand, key);
  press(hand, key, { kind: 'favourite', id: newId(), boardId: boards[0].id, isOn, actionId }, String(isOn));
}

function lastOf({ browser }: Hand, key: string): Press | undefined {
  return browser.record.pressed.findLast((before) => before.key === key);
}

/** Whether the last press did not switch it on. */
function isOff(hand: Hand, key: string): boolean {
  return lastOf(hand, key)?.value !== 'true';
}

function press(hand: Hand, key: string, item: Press['item'], value: string): void {
  const { browser, tab } = hand;
  const { pressed, sequences, removed } = browser.record;
  const last = lastOf(hand, key);
  tab.outbox.enqueue(item);
  const isAfterLast = !last || last.tab === tab || removed.has(sequences.get(last.item.id) ?? '');
  pressed.push({ key, item, value, tab, isAfterLast });
}

function comeBack(browser: Browser): void {
  browser.online = true;
  for (const { outbox } of browser.tabs) outbox.retryNow();
}

async function openTab({ browser }: Moment): Promise<void> {
  if (browser.tabs.length < 3) await browser.openTab();
}

async function close(browser: Browser, tab: Tab | undefined, isReload: boolean): Promise<void> {
  tab?.die();
  if (isReload || browser.tabs.length === 0) await browser.openTab();
}

function signIn({ browser, people, tab, who }: Moment): void {
  browser.signedIn = people[who];
  // The other tabs are not told: they believe what they believed.
  tab?.hearWhoIsSignedIn(browser.signedIn);
}

async function deleteBoard(administrator: Someone, board: TestBoard | null): Promise<void> {
  if (board) await administrator.tries('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
}

async function remove(administrator: Someone, member: Someone, board: TestBoard | null): Promise<void> {
  const params = { boardId: board?.id ?? '', userId: member.id };
  if (board) await administrator.tries('DELETE /api/boards/:boardId/members/:userId', { params });
}

export function activitiesAmong({ deps }: TestApp, ids: readonly string[]) {
  return deps.database.read
    .selectFrom('activity')
    .select(['id', 'board_id', 'user_id', 'noted_by', 'note_sealed', 'undone_at'])
    .where('id', 'in', ['', ...ids])
    .execute();
}

/** Losses that are no activities, also those that are void. */
export function lossesAmong({ deps }: TestApp, ids: readonly string[]) {
  return deps.database.read
    .selectFrom('owed_loss')
    .select(['id', 'from_user', 'to_user', 'lapses_at'])
    .where('id', 'in', ['', ...ids])
    .execute();
}
