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
import { decryptNote } from '#server/activities/activity-views';
import { owedLossLimits } from '#shared/owed-losses';
import { agree, contests, pauseOf } from '../seasons.ts';
import { boardOf, log, startTestApp } from '../test-app.ts';
import { randomFrom } from './chance.ts';
import { counted, tell } from '../figures.ts';
import { Browser, idOf, type Record } from './outbox-browser.ts';
import { judgeGame, noteLosses, prepareGame } from './outbox-play.ts';
import { boardsOf, isAnswered } from './outbox-play-steps.ts';
import { activitiesAmong, lossesAmong, type Stage, type Step, steps, take } from './outbox-steps.ts';

/** Fewer for a quick look. */
const histories = Number(process.env['FAULT_HISTORIES'] ?? 1000);

const testApp = await startTestApp({ hasty: true, boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const people = [lea, max] as const;
const durable = [await boardOf(lea, [max], { title: 'Maison' }), await boardOf(max, [lea], { title: 'Coloc' })] as const;

/** An activity of each: the reactions and notes of all histories are put on them. */
const admired = [newId(), newId()] as const;
for (const [index, id] of admired.entries())
  await people[index]?.does('POST /api/boards/:boardId/activities', {
    params: { boardId: durable[0].id },
    body: { id, actionId: durable[0].breakfast },
  });
let onDurable = admired.length;

const seen = {
  ...{ commands: 0, forOthers: 0, owed: 0, undos: 0, pressed: 0, answered: 0, refused: 0 },
  ...{ lost: 0, doubled: 0, foreign: 0, misplaced: 0 },
};
/** How often each effect of what people play for came about: none is missing in a few hundred histories. */
const effects = new Map<string, number>();
const allEffects = [
  ...['propose', 'withdraw', 'answer', 'season begun', 'goal begun', 'pause begun', 'contests begun'],
  ...['contest', 'keep', 'take back', 'vote to keep', 'vote to undo', 'toss', 'end contesting'],
  ...['answer', 'vote', 'coin', 'called_off'].map((how) => `ended by ${how}`),
];
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
        fc.asyncProperty(steps, fc.integer(), async (history, seed) => {
          run += 1;
          await live(history, seed, run);
        }),
        { numRuns: histories, endOnFailure: true },
      );
      expect(await examine(testApp.deps)).toEqual([]);
      if (run >= 500) expect(allEffects.filter((what) => (effects.get(what) ?? 0) === 0)).toEqual([]);
    } finally {
      const { commands, forOthers, owed, undos, pressed, answered, refused, lost, doubled, foreign, misplaced } = seen;
      tell(
        test,
        'R3',
        `${counted(run)} histories, ${counted(commands)} actions kept, ${counted(forOthers)} of them for others and ${counted(owed)} losses ` +
          `for others, ${counted(undos)} undone, ${counted(answered)} losses answered, ${counted(pressed)} reactions, ` +
          `favourites and notes set, what is played for: ${allEffects.map((what) => `${what} ${counted(effects.get(what) ?? 0)}`).join(', ')}; ` +
          `${counted(refused)} refused and told: ${lost} lost, ${doubled} doubled, ${foreign} as another user, ` +
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
  const board = await boardOf(lea, [max]);
  const where = { params: { boardId: board.id } };
  const pause = { ...where, body: { id: newId(), terms: pauseOf(3) } };
  await lea.does('POST /api/boards/:boardId/agreements', pause);
  const longer = { ...where, body: { ...pause.body, terms: pauseOf(4) } };
  expect(await lea.tries('POST /api/boards/:boardId/agreements', longer)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
  expect(await max.tries('POST /api/boards/:boardId/agreements', pause)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
  await agree(testApp, board, [lea, max], contests);
  const { activity } = await log(max, board, 'breakfast');
  const contest = { ...where, body: { id: newId(), activityId: activity.id, emoji: '🤥' as const } };
  await lea.does('POST /api/boards/:boardId/contests', contest);
  const softer = { ...where, body: { ...contest.body, emoji: '🙄' as const } };
  expect(await lea.tries('POST /api/boards/:boardId/contests', softer)).toMatchObject({ status: 422, code: 'contest_id_taken' });
  expect(await max.tries('POST /api/boards/:boardId/contests', contest)).toMatchObject({ status: 422, code: 'contest_id_taken' });
});

/** Plays a history, lets everybody come back to a network that works, and judges. */
async function live(history: readonly Step[], seed: number, run: number): Promise<void> {
  const record: Record = {
    made: new Map(),
    kept: new Set(),
    undone: new Set(),
    undoTried: new Set(),
    undoAsked: new Map(),
    pressed: [],
    answered: [],
    direct: [],
    foreign: 0,
    sequences: new Map(),
    removed: new Set(),
    troubled: new Set(),
    alive: new Set(),
  };
  const browser = new Browser(testApp, record, randomFrom(seed));
  const has = (...kinds: Step['kind'][]) => history.some(({ kind }) => kinds.includes(kind));
  const doomed = has('delete the board', 'remove a member') ? await boardOf(lea, [max], { title: 'Passade' }) : null;
  const boards: Stage['boards'] = doomed ? [...durable, doomed] : [...durable];
  const hasContests = has('contest', 'answer a contest', 'vote', 'toss', 'end contesting');
  const hasProposals = has('propose', 'answer a proposal', 'withdraw');
  const game = await prepareGame(testApp, [lea, max, zoe], { proposals: hasProposals, contests: hasContests, run });
  const losses = has('answer a loss') ? await noteLosses(durable[0], people) : [];
  browser.signedIn = lea;
  await browser.openTab();
  for (const step of history) {
    await take({ testApp, browser, people, boards, doomed, admired, losses, game }, step);
    await browser.pass();
  }
  // No trace of a deleted board is left.
  const gone = has('delete the board') ? (doomed?.id ?? null) : null;
  const told = await comeBack(browser, gone);
  await judge(record, told, gone, losses);
  await judgeLosses(record, told, losses);
  await judgePressed(record);
  const { effects: came, ...wrong } = await judgeGame(testApp, record, told, game);
  seen.lost += wrong.lost;
  seen.doubled += wrong.doubled;
  seen.foreign += wrong.foreign;
  expect(seen).toMatchObject({ lost: 0, doubled: 0, foreign: 0 });
  for (const [what, times] of came) effects.set(what, (effects.get(what) ?? 0) + times);
  if (run % 50 === 0) expect(await examine(testApp.deps)).toEqual([]);
  await letLossesLapse();
  // Nobody has as many boards as there are histories.
  for (const boardId of [doomed?.id ?? '', ...boardsOf(game)]) await lea.tries('DELETE /api/boards/:boardId', { params: { boardId } });
}

/** Moves the losses days back: at most three may wait between two people, and a person who said 'Pas moi' is not asked again for a day. */
async function letLossesLapse(): Promise<void> {
  const { lasts, deniedFor } = owedLossLimits;
  await testApp.deps.database.unitOfWork(({ db }) =>
    db
      .updateTable('owed_loss')
      .set((eb) => ({ made_at: eb('made_at', '-', lasts + deniedFor), lapses_at: eb('lapses_at', '-', lasts + deniedFor) }))
      .where('made_at', '>', Date.now() - lasts)
      .execute(),
  );
}

/** Everybody signs in once more, on a network that works. Returns the ids of what they were told has failed. */
async function comeBack(browser: Browser, gone: string | null): Promise<Set<string>> {
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
    const sent = new Set(
      [...(await activitiesAmong(testApp, [...alive])), ...(await lossesAmong(testApp, [...alive]))].map(({ id }) => id),
    );
    const failed = new Set(browser.tabs.flatMap(({ outbox }) => outbox.shown().failed.flatMap(({ items }) => items.map(idOf))));
    // What another person's turn at the tab left in memory waits for its own.
    const isLeft = (id: string) => made.get(id)?.tab.user?.id !== made.get(id)?.userId;
    const isGone = (id: string) => made.get(id)?.tab.dead === true || made.get(id)?.boardId === gone;
    return [...alive].every((id) => [kept, sent, failed, undoAsked].some((ids) => ids.has(id)) || isLeft(id) || isGone(id));
  });
  await until(() => Promise.resolve(isAnswered(browser.record)));
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
    for (const { outbox } of browser.tabs) for (const { items } of outbox.shown().failed) for (const item of items) told.add(idOf(item));
  }
  // A tab may have died of something that was under way still.
  for (const id of [...alive]) if (made.get(id)?.tab.dead) alive.delete(id);
  for (const tab of [...browser.tabs]) tab.die();
  // What a dead tab had begun to write was perhaps found and sent by another just now.
  await until(() => Promise.resolve(!browser.isAnythingUnderWay()));
  return told;
}

async function judge(
  { made, kept, undone, undoTried, undoAsked, alive }: Record,
  told: ReadonlySet<string>,
  gone: string | null,
  losses: Stage['losses'],
): Promise<void> {
  const rows = await activitiesAmong(testApp, [...made.keys(), ...losses.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const waiting = new Map((await lossesAmong(testApp, [...made.keys()])).map((row) => [row.id, row]));
  for (const [id, { userId, of, boardId, hasNote, isOwed }] of made) {
    const [row, owed] = [byId.get(id), waiting.get(id)];
    const noter = row ? (row.noted_by ?? row.user_id) : (owed?.from_user ?? userId);
    if (noter !== userId || (row?.user_id ?? owed?.to_user ?? of) !== of) seen.foreign += 1;
    // What waits is no activity, and what is one waits no more.
    if (row && owed) seen.doubled += 1;
    // What the store would not take ends with its tab, and only with it.
    if (!kept.has(id) && !alive.has(id)) continue;
    seen.commands += 1;
    if (isOwed) seen.owed += 1;
    else if (of !== userId) seen.forOthers += 1;
    if (told.has(id)) seen.refused += 1;
    // Not there: refused and told, undone before it was sent, or deleted with its board after it was logged.
    if (!row && !owed && !told.has(id) && !undoTried.has(id) && !undoAsked.has(id) && boardId !== gone) seen.lost += 1;
    if (row && (row.note_sealed !== null) !== hasNote) seen.lost += 1;
    if (!undone.has(id)) continue;
    seen.undos += 1;
    if (row && row.undone_at === null && !told.has(id)) seen.lost += 1;
  }
  const ids = durable.map(({ id }) => id);
  const { count } = await testApp.deps.database.read
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', 'in', ids)
    .executeTakeFirstOrThrow();
  onDurable += rows.filter(({ board_id }) => ids.includes(board_id)).length;
  // More than was ever made.
  seen.doubled += Math.max(0, count - onDurable);
  expect(seen).toMatchObject({ lost: 0, doubled: 0, foreign: 0 });
}

/** A loss is an activity where whom it was noted for has avowed it, and only there; where they only said 'Pas moi', it is void. */
async function judgeLosses({ made, kept, answered }: Record, told: ReadonlySet<string>, losses: Stage['losses']): Promise<void> {
  const ids = [...losses.map(({ id }) => id), ...[...made].flatMap(([id, { isOwed }]) => (isOwed ? [id] : []))];
  const there = new Set((await activitiesAmong(testApp, ids)).map(({ id }) => id));
  const waiting = new Map((await lossesAmong(testApp, ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const items = answered.filter(({ about }) => about === id).map(({ item }) => item);
    const sent = items.filter((item) => kept.has(idOf(item)) && !told.has(idOf(item)));
    seen.answered += sent.length;
    if (there.has(id) && !items.some(({ kind }) => kind === 'avowal')) seen.foreign += 1;
    if (!there.has(id) && sent.some(({ kind }) => kind === 'avowal')) seen.lost += 1;
    if (sent.length > 0 && (waiting.get(id)?.lapses_at ?? 0) > Date.now()) seen.lost += 1;
  }
  expect(seen).toMatchObject({ lost: 0, foreign: 0 });
}

/** Where the store took all presses on a thing at once, and no two tabs raced, what the last one set is there. */
async function judgePressed({ pressed, kept, troubled }: Record): Promise<void> {
  const present = await whatIsSet();
  for (const key of new Set(pressed.map((one) => one.key))) {
    const presses = pressed.filter((one) => one.key === key);
    const ids = presses.map(({ item }) => item.id);
    if (!presses.every(({ isAfterLast }) => isAfterLast) || !ids.every((id) => kept.has(id) && !troubled.has(id))) continue;
    seen.pressed += ids.length;
    if ((present.get(key) ?? 'false') !== pressed.findLast((one) => one.key === key)?.value) seen.misplaced += 1;
  }
  expect(seen).toMatchObject({ misplaced: 0 });
}

/** Key of a press → what is set. */
async function whatIsSet(): Promise<Map<string, string>> {
  const { read } = testApp.deps.database;
  const reactions = await read.selectFrom('reaction').select(['user_id', 'emoji']).where('activity_id', '=', admired[0]).execute();
  const favourites = await read.selectFrom('favourite_action').select(['user_id', 'action_id']).execute();
  const notes = await read.selectFrom('activity').select(['id', 'note_sealed']).where('id', 'in', admired).execute();
  const secrets = await testApp.deps.boardKeys.of(read, durable[0].id);
  return new Map([
    ...reactions.map((row) => [`${row.user_id} ${row.emoji}`, 'true'] as const),
    ...favourites.map((row) => [`${row.user_id} ${row.action_id}`, 'true'] as const),
    ...notes.map((row) => [`${row.id} note`, decryptNote(row, secrets)] as const),
  ]);
}

/** On a busy machine a store that may take 8 ms is away again and again. */
async function until(met: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error('not in time');
    await turn();
  }
}
