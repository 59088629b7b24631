/** Answers, removals, hand-overs and deletions at once, in every order that chance makes: the counts stay sums. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';
import { wrongCounters } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { logActivities } from '../activities/activities.ts';
import { handOverBoard, removeMember } from './members.ts';
import { deleteBoard, listBoards, makeBoard, getBoard } from '../whole-boards/boards.ts';
import { Refusal } from '../errors/refusal.ts';
import { acceptRequest, rejectRequest, sendRequest } from './requests.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const people = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora', 'Sam');
const { deps } = testApp;
const { read, unitOfWork } = deps.database;

const who = fc.nat({ max: people.length - 1 });
const doings = ['ask', 'invite', 'propose', 'accept', 'reject', 'remove', 'leave', 'hand over', 'log'] as const;
// An answer and a log come twice as often as anything else.
const step = fc.record({ does: fc.constantFrom(...doings, 'accept' as const, 'log' as const), actor: who, other: who });
interface Step {
  does: (typeof doings)[number] | 'delete';
  actor: number;
  other: number;
}

/** Each goes to PostgreSQL and back some hundred times. */
const histories = onSqlite ? 1000 : 100;

/** Waves of steps: those of one wave at once. At times the last one deletes the board beside them. */
const history = fc.tuple(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }), fc.boolean());

it(`after ${histories} histories of one board every counter is its sum`, async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(history, async ([waves, endsDeleted]) => {
      const creator = people[0].id;
      const actions = [{ title: 'Bisou', points: 5 }];
      const { board } = await makeBoard(deps, creator, { title: 'COURSE', actions, invited: ['Max', 'Zoé'], theme: 'pink', icon: '👑' });
      const actionId = (await getBoard(deps, { userId: creator, boardId: board.id })).actions[0]?.id ?? '';
      await take({ does: 'accept', actor: 1, other: 0 }, board.id, actionId, done);
      for (const [index, wave] of waves.entries()) {
        const isLast = endsDeleted && index === waves.length - 1;
        const deletes = isLast ? people.map((_, actor): Step => ({ does: 'delete', actor, other: 0 })) : [];
        await Promise.all([...wave, ...deletes].map((one) => take(one, board.id, actionId, done)));
      }
      expect(wrongCounters(testApp.config.dataDir)).toEqual([]);
      for (const person of people) {
        const listed = (await listBoards(deps, person.id)).some(({ id }) => id === board.id);
        expect(await refusable(getBoard(deps, { userId: person.id, boardId: board.id }))).toBe(listed);
      }
      for (const person of people) await refusable(deleteBoard(deps, { userId: person.id, boardId: board.id }));
      await unitOfWork(({ db }) => db.deleteFrom('board_request').execute());
      expect((await read.selectFrom('activity').select('id').execute()).length).toBe(0);
      for (const column of ['points', 'actions_count', 'boards_count'] as const)
        expect(await read.selectFrom('user').select('id').where(column, '!=', 0).execute()).toEqual([]);
    }),
    { numRuns: histories, endOnFailure: true },
  );
  // What never happened was not tried. A hundred histories hand a board over four times or so, and now and then never.
  if (!onSqlite) return;
  for (const kind of [...doings, 'delete']) expect(done.get(kind), kind).toBeGreaterThan(histories / 100);
});

async function take({ does, actor, other }: Step, boardId: string, actionId: string, done: Map<string, number>): Promise<void> {
  const me = people[actor] ?? people[0];
  const them = people[other] ?? people[0];
  const requests = await read
    .selectFrom('board_request')
    .select('id')
    .where('board_id', '=', boardId)
    .where('to_user', '=', me.id)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();
  const request = requests[other % Math.max(1, requests.length)]?.id ?? 'none';
  const attempts: Record<Step['does'], () => Promise<unknown>> = {
    ask: () => sendRequest(deps, { userId: me.id, boardId }, { type: 'request' }),
    invite: () => sendRequest(deps, { userId: me.id, boardId }, { type: 'invitation', username: them.name }),
    propose: () => sendRequest(deps, { userId: me.id, boardId }, { type: 'member_invitation', username: them.name }),
    accept: () => acceptRequest(deps, { userId: me.id, requestId: request }),
    reject: () => rejectRequest(deps, { userId: me.id, requestId: request }),
    remove: () => removeMember(deps, { actorId: me.id, boardId, memberId: them.id }),
    leave: () => removeMember(deps, { actorId: me.id, boardId, memberId: me.id }),
    'hand over': () => handOverBoard(deps, { actorId: me.id, boardId, successorId: them.id }),
    log: () => logActivities(deps, me.id, [{ id: randomUUID(), boardId, actionId }]),
    delete: () => deleteBoard(deps, { userId: me.id, boardId }),
  };
  if (await refusable(attempts[does]())) done.set(does, (done.get(does) ?? 0) + 1);
}

/** Whether it was done; refused is an outcome like others, anything else is a fault. */
async function refusable(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (failure) {
    if (failure instanceof Refusal) return false;
    throw failure;
  }
}
