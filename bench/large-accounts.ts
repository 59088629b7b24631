/** The people on whom P12 and P18 are measured: both have all that the limits allow, and much logged. */
import type { Deps } from '#server/deps';
import { createRequest } from '#server/membership/new-request';
import { actionLimits } from '#shared/action-limits';
import { boardLimits } from '#shared/board-limits';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { yearsAfter } from '#shared/film-periods';
import type { BoardId } from '#shared/ids';
import {
  actionsOf,
  closeOver,
  type Known,
  plantAchievements,
  plantActivities,
  plantBoard,
  plantGoal,
  plantPeople,
  plantSeason,
  withData,
} from './planting.ts';

const activities = 100_000;

export type HeavyAccount = Awaited<ReturnType<typeof plantHeavyAccount>>;

/**
 * P12: 200 boards of 300 actions; a tenth of them (`joined`) are another person's, the rest (`own`) the heavy one's. `fullest` has half of all activities.
 * Each board has 60 other members (`readers`), who log nothing, and a season of a year on its last days; the stake of
 * a goal is owed on the fullest, whose anniversary was yesterday. The newcomer is on none.
 */
export async function plantHeavyAccount(dataDir: string) {
  return await withData(dataDir, async (deps) => {
    const [heavy, other, newcomer, ...besides] = await plantPeople(deps, 'lourd', 63);
    if (!heavy || !other || !newcomer) throw new Error('nobody');
    const plant = async (title: string, players: readonly Known[], count: number, withGoal = false): Promise<string> => {
      const members = [...players, ...besides];
      const opened = await plantBoard(deps, { title, members, actions: actionsOf(actionLimits.perBoard) });
      await plantSeason(deps, opened.board.id, members);
      if (withGoal) await plantGoal(deps, opened.board.id, members);
      await plantActivities(deps, opened, players, count);
      if (withGoal) await closeOver(deps, opened.board.id);
      return opened.board.id;
    };
    const joinedBoards = boardLimits.boardsPerPerson / 10;
    const ownBoards = boardLimits.boardsPerPerson - joinedBoards;
    // The fullest first: half of it all. A quarter goes to boards of the other's, who has a limit of boards too.
    const own: string[] = [];
    for (let index = 0; index < ownBoards; index++) {
      const count = index === 0 ? activities / 2 : Math.round(activities / 4 / ownBoards);
      own.push(await plant(`Lourd ${index}`, index <= 5 ? [heavy, other] : [heavy], count, index === 0));
    }
    const joined: string[] = [];
    for (let index = 0; index < joinedBoards; index++)
      joined.push(await plant(`Autre ${index}`, [other, heavy], index === 0 ? activities / 5 : activities / 400));
    await plantAchievements(deps);
    const fullest = own[0] ?? '';
    const madeOn = yearsAfter(daysAfter(dayIn(defaultTimeZone, Date.now()), -1), -1);
    await deps.database.unitOfWork(async ({ db }) => {
      await db
        .updateTable('board')
        .set({ created_at: startOfDay(defaultTimeZone, madeOn) })
        .where('id', '=', fullest as BoardId)
        .execute();
    });
    return {
      heavy,
      other,
      newcomer,
      readers: besides.map(({ cookie }) => cookie),
      fullest,
      anniversary: yearsAfter(madeOn, 1),
      own,
      joined,
    };
  });
}

/** P18: 200 boards with a season of a year on its last days, one of them with 100 members, 300 actions and half of the activities, and 200 requests each way. */
export async function plantLargeAccount(dataDir: string): Promise<{ person: Known; largest: string }> {
  return await withData(dataDir, async (deps) => {
    // The first has it all; the last ones are on none of the boards.
    const people = await plantPeople(deps, 'grand', boardLimits.membersPerBoard + 200);
    const [person, ...others] = people.slice(0, boardLimits.membersPerBoard);
    if (!person) throw new Error('nobody');
    const boards: string[] = [];
    for (let index = 0; index < boardLimits.boardsPerPerson; index++) {
      const isLargest = index === 0;
      const members = [person, ...(isLargest ? others : others.slice(index % 40, (index % 40) + 1 + (index % 11)))];
      const actions = actionsOf(isLargest ? actionLimits.perBoard : 30, index);
      const opened = await plantBoard(deps, { title: `Tableau de nous tous ${index + 1}`, members, actions });
      await plantSeason(deps, opened.board.id, members);
      const share = isLargest ? 1 : boardLimits.boardsPerPerson - 1;
      await plantActivities(deps, opened, members, Math.floor(activities / 2 / share));
      boards.push(opened.board.id);
    }
    await plantAchievements(deps);
    await plantRequests(deps, boards, person, people.slice(boardLimits.membersPerBoard));
    return { person, largest: boards[0] ?? '' };
  });
}

/** Each stranger asks to join one of the boards, and is invited to another. */
async function plantRequests({ database, boardKeys }: Deps, boards: readonly string[], { id }: Known, strangers: readonly Known[]) {
  await database.unitOfWork(async ({ db }) => {
    for (const [index, { id: stranger }] of strangers.entries()) {
      const ask = async (boardId: string, parties: Parameters<typeof createRequest>[3]) =>
        void (await createRequest(db, { id: boardId, title: `TABLEAU ${index}`, icon: '👑' }, await boardKeys.of(db, boardId), parties));
      await ask(boards[index] ?? '', { type: 'request', from_user: stranger, to_user: id, joining_user: stranger });
      await ask(boards.at(-1 - index) ?? '', { type: 'invitation', from_user: id, to_user: stranger, joining_user: stranger });
    }
  });
}
