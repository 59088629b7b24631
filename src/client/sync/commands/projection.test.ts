import { describe, expect, it } from 'vitest';
import { onClock } from '#shared/agreed-days';
import type { Agreement, Season } from '#shared/play';
import { openedBoard } from '#client/app/testing/samples.ts';
import { activityOf, pendingLog, pendingUndo } from '#client/sync/testing/samples.ts';
import type { PendingAnswer, PendingFavourite, PendingItem, PendingReaction } from './items.ts';
import { activitiesWithPending, cardsWithPending, feedWithPending, withPending } from './projection.ts';

const lea = { id: 'lea', username: 'Léa', avatar: '👸' };
const logged = activityOf('old', { title: 'Vaisselle', points: 10, userId: 'max', username: 'Max', userAvatar: '🧑', revision: 7 });
const opened = openedBoard(
  { id: 'b', title: 'NOUS', createdBy: 'lea', totalPoints: 30, revision: 7 },
  {
    members: [
      { userId: 'lea', username: 'Léa', avatar: '👸', score: 10, joinedAt: 1 },
      { userId: 'max', username: 'Max', avatar: '🧑', score: 20, joinedAt: 2 },
    ],
    activities: { activities: [logged], next: null },
  },
);
const { board } = opened;
const card = { ...board, memberCount: 2, actionCount: 0, lastActivityAt: 1 };

const pending = (id: string, more: Parameters<typeof pendingLog>[0] = {}) => pendingLog({ id, startedAt: 2, ...more });
const undo = (id: string, more: Parameters<typeof pendingUndo>[1] = {}) =>
  pendingUndo(id, { authorId: 'max', title: 'Vaisselle', points: 10, startedAt: 3, ...more });

describe('a board with an activity on its way', () => {
  it('counts it in the total, the score and the ranking, and shows it first as pending', () => {
    const shown = withPending(opened, [pending('new')], lea);
    expect(shown.board.totalPoints).toBe(45);
    expect(shown.myScore).toBe(25);
    expect(shown.ranking.map(({ userId, rank }) => [userId, rank])).toEqual([
      ['lea', 1],
      ['max', 2],
    ]);
    expect(shown.activities.map(({ id, pending: onItsWay }) => [id, onItsWay])).toEqual([
      ['new', true],
      ['old', false],
    ]);
  });

  it('counts it once when the snapshot has it already', () => {
    const arrived = { ...opened, activities: { activities: [{ ...logged, id: 'new' }, logged], next: null } };
    const shown = withPending(arrived, [pending('new')], lea);
    expect(shown.board.totalPoints).toBe(30);
    expect(shown.activities).toHaveLength(2);
  });

  it('counts a confirmed one as long as the snapshot is older, and no longer', () => {
    expect(withPending(opened, [pending('new', { confirmedRevision: 8 })], lea).myScore).toBe(25);
    expect(withPending(opened, [pending('new', { confirmedRevision: 7 })], lea).myScore).toBe(10);
    expect(cardsWithPending([card], [pending('new', { confirmedRevision: 8 })])[0]?.totalPoints).toBe(45);
    expect(cardsWithPending([card], [pending('new', { confirmedRevision: 7 })])[0]?.totalPoints).toBe(30);
  });

  it('moves the own score on a card that tells scores, and leaves one that does not without', () => {
    const members = ['lea', 'max'].map((userId) => ({ userId, username: userId, score: 10 }));
    const scoresOf = (items: PendingItem[]) => cardsWithPending([{ ...card, members }], items)[0]?.members?.map(({ score }) => score);
    expect(scoresOf([pending('new')])).toEqual([25, 10]);
    expect(scoresOf([undo('old', { authorId: 'max', points: 10 })])).toEqual([10, 0]);
    expect(cardsWithPending([card], [pending('new')])[0]?.members).toBeUndefined();
  });

  it('is the last activity of its card, as a log that is undone again is not', () => {
    const lastOf = (items: PendingItem[]) => cardsWithPending([card], items)[0]?.lastActivityAt;
    expect(lastOf([pending('new', { startedAt: 5 })])).toBe(5);
    expect(lastOf([pending('new', { startedAt: 5, confirmedRevision: 7 })])).toBe(1);
    expect(lastOf([undo('old')])).toBe(1);
  });

  it('leaves other boards and other people alone', () => {
    const foreign = [pending('x', { boardId: 'other' }), pending('y', { userId: 'max' })];
    expect(withPending(opened, foreign, lea).board.totalPoints).toBe(30);
    expect(activitiesWithPending('b', [logged], foreign, lea)).toHaveLength(1);
    expect(cardsWithPending([card], [pending('x', { boardId: 'other' })])[0]).toMatchObject(board);
  });
});

it('the feed shows what is on its way on top, newest first, drawn as its board', () => {
  const feed = [{ ...logged, boardId: 'b', boardTitle: 'NOUS', boardIcon: '👑', boardTheme: 'pink' }];
  const shown = feedWithPending(feed, [pending('first'), pending('second'), pending('old')], lea, [board]);
  expect(shown.map(({ id }) => id)).toEqual(['second', 'first', 'old']);
  expect(shown[0]).toMatchObject({ boardTitle: 'NOUS', boardTheme: 'pink', username: 'Léa', pending: true });
});

describe('an activity that is being undone', () => {
  it('is marked, and its points are gone from the total and from its author', () => {
    const shown = withPending(opened, [undo('old')], lea);
    expect(shown.board.totalPoints).toBe(20);
    expect(shown.members.map(({ userId, score }) => [userId, score])).toEqual([
      ['lea', 10],
      ['max', 10],
    ]);
    expect(shown.activities).toMatchObject([{ id: 'old', undoing: true, pending: false }]);
    expect(activitiesWithPending('b', [logged], [undo('old')], lea)).toMatchObject([{ id: 'old', undoing: true }]);
    expect(cardsWithPending([card], [undo('old')])[0]?.totalPoints).toBe(20);
    expect(cardsWithPending([card], [undo('old', { confirmedRevision: 7 })])[0]?.totalPoints).toBe(30);
  });

  it('takes the points once, also where the snapshot knows it already', () => {
    const undone = { ...logged, undone: { at: 2, userId: 'lea', username: 'Léa' } };
    const settled = { ...opened, board: { ...board, totalPoints: 20 }, activities: { activities: [undone], next: null } };
    const shown = withPending(settled, [undo('old')], lea);
    expect(shown.board.totalPoints).toBe(20);
    expect(shown.activities).toMatchObject([{ id: 'old', undoing: false }]);
    expect(withPending(opened, [undo('old', { confirmedRevision: 7 })], lea).board.totalPoints).toBe(30);
  });

  it('is worth nothing while its log is still on its way too', () => {
    const both = [pending('new'), undo('new', { authorId: 'lea', points: 15 })];
    const shown = withPending(opened, both, lea);
    expect(shown.board.totalPoints).toBe(30);
    expect(shown.myScore).toBe(10);
    expect(shown.activities[0]).toMatchObject({ id: 'new', pending: true, undoing: true });
    const feed = feedWithPending([], both, lea, [board]);
    expect(feed).toMatchObject([{ id: 'new', pending: true, undoing: true }]);
  });
});

describe('an activity with reactions on their way', () => {
  const reactions = [
    { emoji: '❤️', userIds: ['max', 'lou'] },
    { emoji: '🔥', userIds: ['lea'] },
  ];
  const reaction = (emoji: PendingReaction['emoji'], isOn: boolean, activityId = 'old'): PendingReaction => ({
    kind: 'reaction',
    ...{ id: `${emoji} ${isOn}`, boardId: 'b', userId: 'lea', activityId, emoji, isOn, startedAt: 3, confirmedRevision: null },
  });
  const shown = (...items: PendingItem[]) =>
    activitiesWithPending('b', [{ ...logged, reactions }], items, lea)[0]?.reactions?.map(
      ({ emoji, userIds }) => `${emoji} ${userIds.join('+')}`,
    );

  it('shows them at once: added, joined, taken back, the last press of each', () => {
    expect(shown(reaction('👏', true))).toEqual(['❤️ max+lou', '🔥 lea', '👏 lea']);
    expect(shown(reaction('❤️', true))).toEqual(['❤️ max+lou+lea', '🔥 lea']);
    expect(shown(reaction('🔥', false))).toEqual(['❤️ max+lou']);
    expect(shown(reaction('👏', true), reaction('👏', false))).toEqual(['❤️ max+lou', '🔥 lea']);
  });

  it('counts what the server knows already neither twice, nor takes it back twice', () => {
    expect(shown(reaction('🔥', true))).toEqual(['❤️ max+lou', '🔥 lea']);
    expect(shown(reaction('❤️', false), reaction('👏', false))).toEqual(['❤️ max+lou', '🔥 lea']);
  });

  it('does not show those to another activity', () => {
    expect(shown(reaction('👏', true, 'other'))).toEqual(['❤️ max+lou', '🔥 lea']);
  });
});

it('an opened board shows favourites on their way: marked, not any more, and those of this board alone', () => {
  const favourite = (actionId: string, isOn: boolean, boardId = 'b'): PendingFavourite => ({
    kind: 'favourite',
    ...{ id: `${actionId} ${isOn}`, boardId, userId: 'lea', actionId, isOn, startedAt: 3, confirmedRevision: null },
  });
  const shown = (...items: PendingItem[]) => withPending({ ...opened, favourites: ['a', 'b'] }, items, lea).favourites;
  expect(shown()).toEqual(['a', 'b']);
  expect(shown(favourite('c', true), favourite('a', false))).toEqual(['b', 'c']);
  expect(shown(favourite('c', true), favourite('c', false))).toEqual(['a', 'b']);
  expect(shown(favourite('c', true, 'other'))).toEqual(['a', 'b']);
  expect(withPending(opened, [favourite('c', true)], lea).favourites).toEqual(['c']);
});

describe('what a board plays for', () => {
  const day = Date.parse('2026-12-03T12:00:00Z');
  const person = (userId: string, points: number) => ({
    userId,
    username: userId,
    avatar: '🧑',
    points,
    actions: 1,
    joinedLate: false,
    left: false,
  });
  const season: Season = {
    ...{ id: 's', number: 1, kind: 'season', stake: 'Un massage', ties: 'void', goal: null },
    ...onClock({ startsOn: '2026-12-01', lastDay: '2026-12-07' }, 'Europe/Paris'),
    standings: [person('lea', 10), person('max', 20)],
  };
  const terms = { kind: 'goal', length: 'week', points: 100 } as const;
  const proposedBy = { userId: 'max', username: 'Max', avatar: '🧑' };
  const agreement: Agreement = { id: 'agreement', terms, proposedBy, proposedAt: 1, lapsesAt: 9, agreed: ['max'] };
  const playing = { ...opened, play: { agreements: [agreement], seasons: [season], past: [] } };
  const pointsWith = (...items: PendingItem[]) => withPending(playing, items, lea).play?.seasons[0]?.standings.map(({ points }) => points);
  const answer = (yes: boolean, more: Partial<PendingAnswer> = {}): PendingAnswer => ({
    kind: 'answer',
    ...{ id: `${yes}`, boardId: 'b', userId: 'lea', agreementId: 'agreement', yes, startedAt: 3, confirmedRevision: null },
    ...more,
  });
  const agreedWith = (...items: PendingItem[]) => withPending(playing, items, lea).play?.agreements.map(({ agreed }) => agreed.join('+'));

  it('has a log on its way in the standing of its days, once, and without its undo', () => {
    expect(pointsWith(pending('new', { startedAt: day }))).toEqual([25, 20]);
    expect(pointsWith(pending('new', { startedAt: Date.parse('2026-12-08T12:00:00Z') }))).toEqual([10, 20]);
    expect(pointsWith(pending('new', { startedAt: day, confirmedRevision: 8 }))).toEqual([25, 20]);
    expect(pointsWith(pending('new', { startedAt: day, confirmedRevision: 7 }))).toEqual([10, 20]);
    const both = [pending('new', { startedAt: day }), undo('new', { authorId: 'lea', points: 15, at: day })];
    expect(pointsWith(...both)).toEqual([10, 20]);
  });

  it('loses what is undone on its days, and nothing of older activities', () => {
    expect(pointsWith(undo('old', { at: day }))).toEqual([10, 10]);
    expect(pointsWith(undo('old', { at: 1 }))).toEqual([10, 20]);
    expect(pointsWith(undo('old'))).toEqual([10, 20]);
  });

  it('has the yes of an answer on its way, and is without what was declined', () => {
    expect(agreedWith()).toEqual(['max']);
    expect(agreedWith(answer(true))).toEqual(['max+lea']);
    expect(agreedWith(answer(true), answer(true))).toEqual(['max+lea']);
    expect(agreedWith(answer(false))).toEqual([]);
    expect(agreedWith(answer(true, { agreementId: 'other' }))).toEqual(['max']);
  });

  it('is as the server tells it once that has the answer', () => {
    expect(agreedWith(answer(false, { confirmedRevision: 7 }))).toEqual(['max']);
    expect(agreedWith(answer(false, { confirmedRevision: 8 }))).toEqual([]);
    expect(withPending(playing, [], lea).play).toBe(playing.play);
    expect(withPending(opened, [answer(true)], lea).play).toBeUndefined();
  });
});

describe('an activity that nothing is on its way for', () => {
  it('is the same object while others come and go, so that its row is not drawn again', () => {
    const before = activitiesWithPending('b', [logged], [], lea);
    expect(activitiesWithPending('b', [logged], [pending('new')], lea).at(-1)).toBe(before[0]);
    expect(withPending(opened, [undo('other')], lea).activities[0]).toBe(before[0]);
    const undoing = activitiesWithPending('b', [logged], [undo('old')], lea);
    expect(undoing[0]).not.toBe(before[0]);
    expect(activitiesWithPending('b', [logged], [undo('old'), pending('new')], lea).at(-1)).toBe(undoing[0]);
    expect(activitiesWithPending('b', [{ ...logged, points: 20 }], [], lea)[0]).not.toBe(before[0]);
  });
});
