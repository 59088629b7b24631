import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import { vote } from '#server/contests/contests';
import { examine } from '#server/doctor/doctor';
import { dump, looseEnds, tamper, tamperAtOnce, unindexedReferences } from '../../../../tests/database-state.ts';
import { agree, contest, contests } from '../../../../tests/seasons.ts';
import { boardOf, startTestApp } from '../../../../tests/test-app.ts';
import { up } from './0035-once-a-day.ts';

const zone = 'Europe/Paris';
afterEach(() => vi.useRealTimers());

const testApp = await startTestApp({ boundless: true });
const { dataDir } = testApp.config;
const run = (statement: string, ...values: unknown[]) => tamper(dataDir, statement, ...values);

/** The two tables as they were before, with what they have now. */
function goBack(): void {
  const { nudge = [], contest: contested = [], contest_vote = [] } = dump(dataDir);
  for (const table of ['contest_vote', 'contest', 'nudge']) run(`drop table ${table}`);
  run(`create table nudge (id text primary key, board_id text not null, from_user text not null, to_user text not null, day text not null,
    sentence integer not null, constraint nudge_once unique (board_id, from_user, to_user, day),
    constraint nudge_from foreign key (board_id, from_user) references board_member (board_id, user_id) on delete cascade,
    constraint nudge_to foreign key (board_id, to_user) references board_member (board_id, user_id) on delete cascade)`);
  run(`create table contest (id text primary key, board_id text not null references board (id) on delete cascade,
    activity_id text not null unique references activity (id) on delete cascade, contested_by text not null references user (id) on delete cascade,
    answered_by text not null references user (id) on delete cascade, day text not null, emoji text not null, opened_at bigint not null,
    kept_at bigint, outcome text, how text, settled_at bigint, constraint contest_of_day unique (board_id, contested_by, day))`);
  run(`create table contest_vote (contest_id text not null references contest (id) on delete cascade,
    user_id text not null references user (id) on delete cascade, is_void integer not null, voted_at bigint not null,
    constraint contest_vote_key primary key (contest_id, user_id))`);
  const put = (table: string, row: object) => {
    const [columns, values] = [Object.keys(row), Object.values(row)];
    run(`insert into ${table} (${columns.join()}) values (${values.map(() => '?').join()})`, ...values);
  };
  for (const { nudged_at: _, ...row } of nudge) put('nudge', row);
  for (const row of contested) put('contest', row);
  for (const row of contest_vote) put('contest_vote', row);
}

const migrated = () => testApp.deps.database.unitOfWork(({ db }) => up(db.withTables()));
const rowsOf = (table: string) => dump(dataDir)[table] ?? [];

it('the contests and their votes stay as they were, and still go with what they refer to', async () => {
  const [lea, max, zoe, nora] = await testApp.signUpAll('Léa1', 'Max1', 'Zoé1', 'Nora1');
  const board = await boardOf(lea, [max, zoe, nora]);
  await agree(testApp, board, [lea, max, zoe, nora], contests);
  const [one, other] = [await contest(testApp, board, lea, max, { kept: true }), await contest(testApp, board, max, zoe)];
  await vote(testApp.deps, { userId: zoe.id, boardId: board.id, contestId: one }, true);
  const before = [rowsOf('contest'), rowsOf('contest_vote')];
  expect(before.map(({ length }) => length)).toEqual([2, 1]);
  goBack();
  expect([rowsOf('contest'), rowsOf('contest_vote')]).toEqual(before);

  await migrated();

  expect([rowsOf('contest'), rowsOf('contest_vote')]).toEqual(before);
  expect([looseEnds(dataDir), unindexedReferences(dataDir), await examine(testApp.deps)]).toEqual([[], [], []]);
  const activityId = rowsOf('contest').find(({ id }) => id === one)?.['activity_id'];
  tamperAtOnce(dataDir, (statement) => statement('delete from activity where id = ?', activityId));
  expect([rowsOf('contest').map(({ id }) => id), rowsOf('contest_vote')]).toEqual([[other], []]);
});

it('a nudge is taken to be as late on its day as it can be, and one of no day is dropped', async () => {
  const [lea, max] = await testApp.signUpAll('Léa2', 'Max2');
  const board = await boardOf(lea, [max], { timeZone: zone });
  const now = Date.now();
  const today = dayIn(zone, now);
  goBack();
  for (const day of [daysAfter(today, -2), daysAfter(today, -1), today, 'demain'])
    run('insert into nudge values (?, ?, ?, ?, ?, 3)', randomUUID(), board.id, lea.id, max.id, day);
  vi.useFakeTimers({ toFake: ['Date'], now });

  await migrated();

  const times = rowsOf('nudge').map(({ nudged_at }) => Number(nudged_at));
  expect(times.toSorted((a, b) => a - b)).toEqual([startOfDay(zone, daysAfter(today, -1)) - 1, startOfDay(zone, today) - 1, now]);
});
