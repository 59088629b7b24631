/** A person with all that the limits allow: 200 boards, one of them with 100 members and 300 actions, and requests both ways. */
import { addToBoardsCount } from '#server/accounts/account-store';
import { actionLimits } from '#shared/action-limits';
import { boardIcons, themes } from '#shared/board-choices';
import { boardLimits } from '#shared/board-limits';
import { predefinedActions } from '#server/actions/catalogue';
import { getBoard, makeBoard } from '#server/whole-boards/boards';
import { insertMember } from '#server/membership/member-store';
import type { Deps } from '#server/deps';
import { createRequest } from '#server/membership/new-request';
import type { Someone } from './players.ts';
import { type Known, plantAchievements, plantActivities, plantPeople, withData } from './planting.ts';

export interface LargeAccount {
  person: Someone;
  /** The board with 100 members, 300 actions and half of the activities. */
  largest: string;
  /** One of the others. */
  small: string;
}

const requestsEachWay = 200;
const actionsOfOthers = 30;

/** `activities`: half of them on the largest board, the others on all the others alike. */
export async function plantLargeAccount(dataDir: string, activities: number): Promise<LargeAccount> {
  return await withData(dataDir, async (deps) => {
    // The first has it all; the last ones are on none of the boards.
    const people = await plantPeople(deps, 'Grande', boardLimits.membersPerBoard + requestsEachWay);
    const [person, ...others] = people.slice(0, boardLimits.membersPerBoard);
    const strangers = people.slice(boardLimits.membersPerBoard);
    if (!person) throw new Error('nobody');
    const boards: string[] = [];
    for (let index = 0; index < boardLimits.boardsPerPerson; index++) {
      const isLargest = index === 0;
      const members = isLargest ? others : others.slice(index % 40, (index % 40) + 1 + (index % 11));
      const count = isLargest ? activities / 2 : Math.floor(activities / 2 / (boardLimits.boardsPerPerson - 1));
      boards.push(await plantBoard(deps, { index, person, members, actions: isLargest ? actionLimits.perBoard : actionsOfOthers, count }));
    }
    await deps.database.unitOfWork(({ db }) => plantAchievements(db));
    await plantRequests(deps, boards, person, strangers);
    const [largest = '', small = ''] = boards;
    return { person, largest, small };
  });
}

interface PlantedBoard {
  index: number;
  person: Known;
  members: readonly Known[];
  actions: number;
  count: number;
}

const names = ['Coloc', 'Vacances en Bretagne', 'Nous deux', 'La cuisine du dimanche midi chez mamie Josette', 'Potager', 'Bureau 3B'];

async function plantBoard(deps: Deps, { index, person, members, actions, count }: PlantedBoard): Promise<string> {
  const offered = Array.from({ length: actions }, (_, place) => {
    const action = predefinedActions[(place + index) % predefinedActions.length];
    if (!action) throw new Error('an empty catalogue');
    const round = Math.floor(place / predefinedActions.length);
    return { ...action, title: round === 0 ? action.title : `${action.title.slice(0, 50)} n° ${round + 1}` };
  });
  const { board } = await makeBoard(deps, person.id, {
    title: `${names[index % names.length]} ${index + 1}`,
    icon: boardIcons[index % boardIcons.length]?.symbol ?? '👑',
    theme: themes[index % themes.length] ?? 'pink',
    actions: offered,
    invited: [],
  });
  await deps.database.unitOfWork(async ({ db }) => {
    for (const { id } of members) {
      await insertMember(db, board.id, id);
      await addToBoardsCount(db, id, Number.MAX_SAFE_INTEGER);
    }
  });
  await plantActivities(deps, await getBoard(deps, person.id, board.id), count, { achievements: false });
  return board.id;
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
