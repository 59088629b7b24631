/** R16: two built copies whose clocks are half a minute apart at the end of a contest, and one of them is killed in the midst of it: it is settled once. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { contestLasts } from '#shared/contest-rules';
import { queued, wrongCounters } from '../database-state.ts';
import { doctor, sound } from '../faults/soundness.ts';
import { breakfast, makeBoard, newActivityId, Person } from '../people.ts';
import { patience, startCopiesApart } from './copies-apart.ts';

const start = '2026-11-18T12:00:00+01:00';
const { one, other, dataDir, rows, bothAt, endClaims, hold, waiting, stop } = await startCopiesApart(start);
/** Each test begins three days after the one before it. */
let noon = Date.parse(start);

let people: readonly [Person, Person, Person, Person, Person];
beforeAll(async () => {
  const [lea, max, zoe] = [await Person.signUp(one, 'Lea'), await Person.signUp(other, 'Max'), await Person.signUp(one, 'Zoe')];
  people = [lea, max, zoe, await Person.signUp(other, 'Nora'), await Person.signUp(one, 'Ida')];
});

interface Contested {
  boardId: string;
  activityId: string;
  contestId: string;
}

/** What Max logs on a board of its own, and Lea contests; where there are votes, he keeps to it. */
async function contest(votes: readonly boolean[]): Promise<Contested> {
  const [lea, max, ...voters] = people;
  const { id: boardId, actions } = await makeBoard('Maison', people);
  const params = { boardId };
  const agreementId = randomUUID();
  await lea.does('POST /api/boards/:boardId/agreements', { params, body: { id: agreementId, terms: { kind: 'contests' } } });
  for (const person of [max, ...voters]) {
    const answer = { params: { ...params, agreementId }, body: { yes: true } };
    await person.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', answer);
  }
  const [activityId, contestId] = [newActivityId(), randomUUID()];
  await max.does('POST /api/boards/:boardId/activities', { params, body: { id: activityId, actionId: actions[0]?.id } });
  await lea.does('POST /api/boards/:boardId/contests', { params, body: { id: contestId, activityId, emoji: '🤥' } });
  const about = { boardId, contestId };
  if (votes.length > 0) await max.does('PUT /api/boards/:boardId/contests/:contestId/answer', { params: about, body: { keeps: true } });
  for (const [index, isVoid] of votes.entries())
    await voters[index]?.does('PUT /api/boards/:boardId/contests/:contestId/vote', { params: about, body: { isVoid } });
  return { boardId, activityId, contestId };
}

const rowOf = (table: string, id: string) => rows(table).find((row) => row['id'] === id);
const endOf = ({ contestId }: Contested) => {
  const { kept_at, opened_at } = rowOf('contest', contestId) ?? {};
  return Number(kept_at ?? opened_at) + contestLasts;
};
const revisionOf = ({ boardId }: Contested) => Number(rowOf('board', boardId)?.['revision']);

// Nobody votes last: each ends by its time. Its changes are that of the contest, and that of the activity.
const silence = { votes: [], held: 'contest', outcome: 'stands', how: 'silence', changes: 1 } as const;
const majority = { votes: [true, true], held: 'activity', outcome: 'void', how: 'vote', changes: 2 } as const;
const tie = { votes: [true, false], held: 'contest', outcome: 'stands', how: 'vote', changes: 1 } as const;

it.each([
  ['a contest that nobody answers lapses once', silence],
  ['an activity that most vote against is undone once', majority],
  ['an activity with as many votes for as against it stands, once', tie],
])('%s', async (_, { votes, held, outcome, how, changes }) => {
  await bothAt(new Date(noon).toISOString());
  noon += 3 * contestLasts;
  const [first, second, third] = [await contest(votes), await contest(votes), await contest(votes)];
  const all = [first, second, third];
  const before = all.map(revisionOf);
  const isSettled = ({ contestId }: Contested) => rowOf('contest', contestId)?.['outcome'] !== null;
  const holdOne = ({ activityId, contestId }: Contested) =>
    hold(`select id from ${held} where id = $1`, held === 'activity' ? activityId : contestId);
  /** A copy that settles a contest that is held stands still there, and so does a copy that does the same job. */
  const bothStandStill = () =>
    expect
      .poll(() => {
        endClaims('settle_due');
        return waiting();
      }, patience)
      .toBeGreaterThanOrEqual(2);

  const releases = [await holdOne(first), await holdOne(second)];
  // One copy is before the end of all of them, the other one after it.
  const time = new Date(Math.max(...all.map(endOf)) - 5000).toISOString();
  await bothAt(time);
  await bothStandStill();
  expect(isSettled(first)).toBe(false);
  await other.stop('SIGKILL');
  await releases[0]?.();
  await expect.poll(() => (endClaims('settle_due'), isSettled(first)), patience).toBe(true);

  // Now nobody is killed: the one that comes second finds nothing left to do. A copy looks at once when it starts.
  await Promise.all([bothAt(time), bothStandStill()]);
  await releases[1]?.();
  await expect.poll(() => (endClaims('settle_due'), all.every(isSettled)), patience).toBe(true);
  await expect.poll(() => queued(dataDir).filter(({ kind }) => kind === 'settle_due'), patience).toEqual([]);

  const isVoid = outcome === 'void';
  for (const [index, contested] of all.entries()) {
    const { boardId, activityId, contestId } = contested;
    const settled = rowOf('contest', contestId);
    expect(settled).toMatchObject({ outcome, how });
    expect(settled?.['settled_at']).toBeGreaterThanOrEqual(endOf(contested));
    expect(revisionOf(contested)).toBe((before[index] ?? 0) + changes);
    const undoing = isVoid ? { undone_at: settled?.['settled_at'], undone_by: people[0].id } : { undone_at: null, undone_by: null };
    expect(rowOf('activity', activityId)).toMatchObject(undoing);
    const gained = isVoid ? 0 : breakfast.points;
    const days = rows('member_day').filter((row) => row['board_id'] === boardId && row['actions'] !== 0);
    expect(days).toMatchObject(isVoid ? [] : [{ user_id: people[1].id, actions: 1, gained, lost: 0 }]);
    for (const copy of [one, other]) {
      const opened = await people[2].on(copy).does('GET /api/boards/:boardId', { params: { boardId } });
      expect(opened.board.totalPoints).toBe(gained);
      expect(opened.members.find(({ userId }) => userId === people[1].id)?.score).toBe(gained);
      expect(opened.activities.activities.map(({ id, undone }) => [id, undone?.userId])).toEqual([
        [activityId, isVoid ? people[0].id : undefined],
      ]);
      expect(opened.play?.contests?.list).toMatchObject([{ id: contestId, outcome, how }]);
    }
  }
  expect(wrongCounters(dataDir)).toEqual([]);
  await stop();
  expect(await doctor(dataDir)).toEqual(sound);
});
