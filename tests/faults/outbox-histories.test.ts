/**
 * R3: whatever becomes of network, tabs and sessions, an action that was kept is on the server once, under its person, or the
 * person is told why not. The app's own outbox and store, against the real server.
 */
import 'fake-indexeddb/auto';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { examine } from '#server/doctor/doctor';
import { newId } from '#client/api/new-id.ts';
import { logOf, undoOf } from '#client/sync/commands/registry.ts';
import { boardOf, type TestBoard, startTestApp, type Someone } from '../test-app.ts';
import { randomFrom } from './chance.ts';
import { counted, tell } from '../figures.ts';
import { Browser, type Fault, type Record, type Tab } from './outbox-browser.ts';

/** Fewer for a quick look. */
const histories = Number(process.env['FAULT_HISTORIES'] ?? 1000);

const faults = ['request lost', 'reply lost', 'delivered twice', 'server busy', 'tab dies before', 'tab dies after'] as const;

/** `tab` and `nth` are taken modulo what there is. */
type Step =
  | { do: 'log' | 'log on two' | 'undo' | 'react' | 'mark'; tab: number; nth: number }
  | { do: 'go offline' | 'come back' | 'open a tab' | 'delete the board' | 'lose the session' | 'wait' }
  | { do: 'hold the store' | 'let go of the store' | 'fill the store' | 'slow the store down' }
  | { do: 'reload' | 'close' | 'rest and come back' | 'notice who is signed in'; tab: number }
  | { do: 'sign in'; tab: number; who: 0 | 1 }
  | { do: 'fault'; fault: Fault };

const small = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('log' as const, 'log on two' as const), tab: small, nth: small }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), tab: small, nth: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('react' as const, 'mark' as const), tab: small, nth: small }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['go offline', 'come back', 'come back', 'open a tab', 'delete the board', 'lose the session', 'wait', 'wait'] as const),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['reload', 'close', 'rest and come back', 'notice who is signed in'] as const)),
      tab: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['hold the store', 'let go of the store', 'let go of the store', 'fill the store', 'slow the store down'] as const),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sign in' as const), tab: small, who: fc.constantFrom(0 as const, 1 as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }) },
);

const testApp = await startTestApp({ hasty: true, boundless: true });
const people = await testApp.signUpAll('Léa', 'Max');
const [lea, max] = people;
const durable = [await boardOf(lea, [max], { title: 'Maison' }), await boardOf(max, [lea], { title: 'Coloc' })] as const;

/** The reactions of all histories are put on it. */
const admired = newId();
await lea.does('POST /api/boards/:boardId/activities', {
  params: { boardId: durable[0].id },
  body: { id: admired, actionId: durable[0].breakfast },
});
let onDurable = 1;

const seen = { commands: 0, undos: 0, pressed: 0, refused: 0, present: 0, lost: 0, doubled: 0, foreign: 0, misplaced: 0 };
const browserFetch = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = browserFetch;
});

it(
  'a thousand histories of networks, tabs and people lose nothing, double nothing and mix nobody up',
  async (test) => {
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 22, size: 'max' }), fc.integer(), async (steps, seed) => {
          run += 1;
          await live(steps, seed);
          if (run % 200 === 0) expect(await examine(testApp.deps)).toEqual([]);
        }),
        { numRuns: histories, endOnFailure: true },
      );
      expect(await examine(testApp.deps)).toEqual([]);
    } finally {
      const { commands, undos, pressed, refused, lost, doubled, foreign, misplaced } = seen;
      tell(
        test,
        'R3',
        `${counted(run)} histories, ${counted(commands)} actions kept, ${counted(undos)} undone, ${counted(pressed)} reactions and ` +
          `favourites set, ${counted(refused)} refused and told: ${lost} lost, ${doubled} doubled, ${foreign} as another user, ` +
          `${misplaced} out of order`,
        { whole: run >= 10_000 },
      );
    }
  },
  Math.max(900_000, histories * 500),
);

it('the same id with other content is refused', async () => {
  const id = 'x'.repeat(22);
  const params = { boardId: durable[0].id };
  await lea.does('POST /api/boards/:boardId/activities', { params, body: { id, actionId: durable[0].breakfast } });
  const other = await lea.tries('POST /api/boards/:boardId/activities', { params, body: { id, actionId: durable[0].dishes } });
  const another = await max.tries('POST /api/boards/:boardId/activities', { params, body: { id, actionId: durable[0].breakfast } });
  expect([other.status, another.status]).toEqual([422, 422]);
});

/** Plays a history, lets everybody come back to a network that works, and judges. */
async function live(steps: readonly Step[], seed: number): Promise<void> {
  const record: Record = {
    made: new Map(),
    kept: new Set(),
    undone: new Set(),
    undoTried: new Set(),
    undoAsked: new Map(),
    pressed: [],
    sequences: new Map(),
    removed: new Set(),
    troubled: new Set(),
    alive: new Set(),
  };
  const browser = new Browser(testApp, record, randomFrom(seed));
  const doomed = steps.some((one) => one.do === 'delete the board') ? await boardOf(lea, [max], { title: 'Passade' }) : null;
  const boards = doomed ? [...durable, doomed] : [...durable];
  browser.signedIn = lea;
  await browser.openTab();
  for (const one of steps) {
    await perform(one, browser, boards, doomed);
    await browser.pass();
  }
  const failed = await comeBack(browser, doomed);
  await judge(record, failed, doomed);
  await judgePressed(record);
}

async function perform(one: Step, browser: Browser, boards: readonly TestBoard[], doomed: TestBoard | null): Promise<void> {
  const tab = 'tab' in one ? browser.tabs[one.tab % Math.max(1, browser.tabs.length)] : undefined;
  switch (one.do) {
    case 'log':
    case 'log on two':
      if (tab?.user) log(browser.record, tab, boards, one.nth, one.do === 'log' ? 1 : 2);
      return;
    case 'undo':
      if (tab?.user) await undo(browser.record, tab, tab.user, one.nth);
      return;
    case 'react':
    case 'mark':
      if (tab?.user) press(browser.record, tab, tab.user, one.do, one.nth);
      return;
    case 'go offline':
      browser.online = false;
      return;
    case 'come back':
      browser.online = true;
      for (const { outbox } of browser.tabs) outbox.retryNow();
      return;
    case 'open a tab':
      if (browser.tabs.length < 3) await browser.openTab();
      return;
    case 'delete the board':
      if (doomed) await lea.tries('DELETE /api/boards/:boardId', { params: { boardId: doomed.id } });
      return;
    case 'lose the session':
      browser.signedIn = null;
      return;
    case 'sign in':
      browser.signedIn = people[one.who];
      // The other tabs are not told: they believe what they believed.
      tab?.hearWhoIsSignedIn(browser.signedIn);
      return;
    case 'notice who is signed in':
      tab?.hearWhoIsSignedIn(browser.signedIn);
      return;
    case 'hold the store':
      await browser.holdStore();
      return;
    case 'let go of the store':
      browser.letGoOfStore();
      return;
    case 'fill the store':
      browser.refusedWrites += 2;
      return;
    case 'slow the store down':
      browser.lateWrites += 2;
      return;
    case 'rest and come back':
      await tab?.beAway(() => browser.pass());
      return;
    case 'reload':
    case 'close':
      tab?.die();
      if (one.do === 'reload' || browser.tabs.length === 0) await browser.openTab();
      return;
    case 'fault':
      browser.faults.push(one.fault);
      return;
    case 'wait':
      await browser.pass(60);
      return;
    default:
      one satisfies never;
  }
}

/** Where each activity was logged. */
const boardOfActivity = new Map<string, string>();

function log({ made }: Record, tab: Tab, boards: readonly TestBoard[], nth: number, count: number): void {
  const { user, outbox } = tab;
  const action = { title: 'Petit-déj au lit', points: 20, emoji: '🥐' };
  const chosen = [...new Set([boards[nth % boards.length], boards[(nth + 1) % boards.length]])].filter((board) => board !== undefined);
  const targets = chosen.slice(0, count);
  if (!user) return;
  const items = targets.map(({ id, breakfast }) => logOf(id, { ...action, id: breakfast }));
  outbox.enqueue(...items);
  for (const { id, boardId } of items) {
    made.set(id, { userId: user.id, tab });
    boardOfActivity.set(id, boardId);
  }
}

/** Undoes something that the tab shows: what waits, or what the server has. */
async function undo({ made, undoAsked }: Record, tab: Tab, { id: userId }: Someone, nth: number): Promise<void> {
  const waiting = tab.outbox.shown().pending.flatMap(({ kind, id }) => (kind === 'log' ? [id] : []));
  const logged = (await rowsOf([...made.keys()])).filter((row) => row.user_id === userId).map(({ id }) => id);
  const shown = [...new Set([...waiting, ...logged])];
  const id = shown[nth % Math.max(1, shown.length)];
  const boardId = boardOfActivity.get(id ?? '');
  if (id === undefined || boardId === undefined) return;
  tab.outbox.enqueue(undoOf(boardId, { id, title: 'Petit-déj au lit', points: 20, userId }));
  undoAsked.set(id, [...(undoAsked.get(id) ?? []), tab]);
}

/** Sets what the person's last press did not: one of two reactions, or one of two favourites. */
function press({ pressed, sequences, removed }: Record, tab: Tab, { id: userId }: Someone, what: 'react' | 'mark', nth: number): void {
  const [{ id: boardId, breakfast, dishes }] = durable;
  const emoji = nth % 2 === 0 ? '❤️' : '🔥';
  const actionId = nth % 2 === 0 ? breakfast : dishes;
  const key = `${userId} ${what === 'react' ? emoji : actionId}`;
  const last = pressed.findLast((before) => before.key === key);
  const isOn = last?.item.isOn !== true;
  const set = { id: newId(), boardId, isOn };
  const item =
    what === 'react'
      ? ({ kind: 'reaction', ...set, activityId: admired, emoji } as const)
      : ({ kind: 'favourite', ...set, actionId } as const);
  tab.outbox.enqueue(item);
  const isAfterLast = !last || last.tab === tab || removed.has(sequences.get(last.item.id) ?? '');
  pressed.push({ key, item, userId, tab, isAfterLast });
}

/** Everybody signs in once more, on a network that works. Returns the ids of what they were told has failed. */
async function comeBack(browser: Browser, doomed: TestBoard | null): Promise<Set<string>> {
  browser.faults = [];
  browser.online = true;
  browser.refusedWrites = 0;
  browser.lateWrites = 0;
  browser.letGoOfStore();
  const told = new Set<string>();
  // What is being written is written, or waits in memory where the store was away, unless its tab is gone.
  const { made, kept, undoAsked, alive } = browser.record;
  for (const [id, { tab }] of made) if (!tab.dead) alive.add(id);
  await until(async () => {
    const sent = new Set((await rowsOf([...alive])).map(({ id }) => id));
    const failed = new Set(browser.tabs.flatMap(({ outbox }) => outbox.shown().failed.flatMap(({ items }) => items.map(({ id }) => id))));
    // What another person's turn at the tab left in memory waits for its own.
    const isLeft = (id: string) => made.get(id)?.tab.user?.id !== made.get(id)?.userId;
    // Of a deleted board no trace is left either.
    const isGone = (id: string) => made.get(id)?.tab.dead === true || boardOfActivity.get(id) === doomed?.id;
    return [...alive].every((id) => [kept, sent, failed, undoAsked].some((ids) => ids.has(id)) || isLeft(id) || isGone(id));
  });
  await browser.pass(60);
  // Twice, as what the first was doing can end while the other is there.
  for (const person of [...people, ...people]) {
    browser.signedIn = person;
    const tab = await browser.openTab();
    for (const other of browser.tabs) other.hearWhoIsSignedIn(person);
    const queue = await browser.queueOf(person);
    await until(async () => {
      for (const { outbox } of browser.tabs) outbox.retryNow();
      await turn();
      return (await queue.read()).commands.length === 0;
    });
    // In all of them: what waits in memory, or failed there, is seen only by its tab.
    await until(async () => {
      for (const { outbox } of browser.tabs) outbox.retryNow();
      const settled = await Promise.all(browser.tabs.map((one) => one.hasSettled(person)));
      return settled.every(Boolean);
    });
    const { failed } = await queue.read();
    await until(() => Promise.resolve(tab.outbox.shown().failed.length >= failed.length));
    for (const { outbox } of browser.tabs) for (const { items } of outbox.shown().failed) for (const { id } of items) told.add(id);
  }
  // By something that was under way still.
  for (const id of [...alive]) if (made.get(id)?.tab.dead) alive.delete(id);
  for (const tab of [...browser.tabs]) tab.die();
  // What a dead tab had begun to write was perhaps found and sent by another just now.
  await until(() => Promise.resolve(!browser.isAnythingUnderWay()));
  return told;
}

async function judge(
  { made, kept, undone, undoTried, undoAsked, alive }: Record,
  told: ReadonlySet<string>,
  gone: TestBoard | null,
): Promise<void> {
  const rows = await rowsOf([...made.keys()]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { userId }] of made) {
    const row = byId.get(id);
    const wasDeleted = boardOfActivity.get(id) === gone?.id;
    if (row && row.user_id !== userId) seen.foreign += 1;
    // What the store would not take ends with its tab, and only with it.
    if (!kept.has(id) && !alive.has(id)) continue;
    seen.commands += 1;
    if (told.has(id)) seen.refused += 1;
    // Not there: refused and told, undone before it was sent, or deleted with its board after it was logged.
    if (!row && !told.has(id) && !undoTried.has(id) && !undoAsked.has(id) && !wasDeleted) seen.lost += 1;
    if (!undone.has(id)) continue;
    seen.undos += 1;
    if (row && row.undone_at === null && !told.has(id)) seen.lost += 1;
  }
  seen.present += rows.length;
  const { count } = await testApp.deps.database.read
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(
      'board_id',
      'in',
      durable.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  onDurable += rows.filter(({ board_id }) => durable.some(({ id }) => id === board_id)).length;
  // More than was ever made.
  seen.doubled += Math.max(0, count - onDurable);
  expect(seen).toMatchObject({ lost: 0, doubled: 0, foreign: 0 });
}

/** Where the store took all presses on a thing at once, and no two tabs raced, what the last one set is there. */
async function judgePressed({ pressed, kept, troubled }: Record): Promise<void> {
  const { read } = testApp.deps.database;
  const reactions = await read.selectFrom('reaction').select(['user_id', 'emoji']).where('activity_id', '=', admired).execute();
  const favourites = await read.selectFrom('favourite_action').select(['user_id', 'action_id']).execute();
  const present = new Set([
    ...reactions.map((row) => `${row.user_id} ${row.emoji}`),
    ...favourites.map((row) => `${row.user_id} ${row.action_id}`),
  ]);
  for (const key of new Set(pressed.map((one) => one.key))) {
    const presses = pressed.filter((one) => one.key === key);
    const ids = presses.map(({ item }) => item.id);
    if (!presses.every(({ isAfterLast }) => isAfterLast) || !ids.every((id) => kept.has(id) && !troubled.has(id))) continue;
    seen.pressed += ids.length;
    if (present.has(key) !== pressed.findLast((one) => one.key === key)?.item.isOn) seen.misplaced += 1;
  }
  expect(seen).toMatchObject({ misplaced: 0 });
}

function rowsOf(ids: readonly string[]) {
  return testApp.deps.database.read
    .selectFrom('activity')
    .select(['id', 'board_id', 'user_id', 'undone_at'])
    .where('id', 'in', ['', ...ids])
    .execute();
}

/** On a busy machine a store that may take 8 ms is away again and again. */
async function until(met: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error('not in time');
    await turn();
  }
}
