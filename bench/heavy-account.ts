/** The account on which P12 is measured: as many boards as a person may have, as many actions as a board may have, and much logged. */
import { boardLimits } from '#shared/board-limits';
import { usernameKey } from '#shared/account-rules';
import { actionLimits } from '#shared/action-limits';
import { addToBoardsCount } from '#server/accounts/account-store';
import { insertMember } from '#server/membership/member-store';
import { makeBoard, getBoard } from '#server/whole-boards/boards';
import type { Deps } from '#server/deps';
import { cookieOf } from './players.ts';
import { idOf, type Known, plantAchievements, plantActivities, plantPeople, signUp, withData } from './planting.ts';

export interface HeavyAccount {
  /** Sessions of the heavy person, of one who shares boards with them, and of somebody who has none. */
  cookies: { heavy: string; other: string; newcomer: string };
  /** Sessions of those who are on all of these boards besides: their streams hear all. */
  readers: readonly string[];
  names: { heavy: string; other: string; newcomer: string };
  ids: { heavy: string; other: string };
  password: string;
  /** With half of all activities, to be deleted. */
  fullest: string;
  /** Theirs, and one of the other's where both are. */
  own: readonly string[];
  joined: readonly string[];
}

const password = 'orage violet 42';
const activities = 100_000;
const joinedBoards = 20;
/** Of each board, besides: they log nothing. */
const membersBesides = 60;

export async function plantHeavyAccount(dataDir: string): Promise<HeavyAccount> {
  return await withData(dataDir, async (deps) => {
    const names = { heavy: 'Lourde', other: 'Autre', newcomer: 'Nouvelle' };
    const cookies = {
      heavy: cookieOf(await signUp(deps, names.heavy, password)),
      other: cookieOf(await signUp(deps, names.other, password)),
      newcomer: cookieOf(await signUp(deps, names.newcomer, password)),
    };
    const [heavyId, otherId] = [await idOf(deps, usernameKey(names.heavy)), await idOf(deps, usernameKey(names.other))];
    // The fullest first: half of it all. A quarter goes to boards of the other's.
    const besides = await plantPeople(deps, 'Membre', membersBesides);
    const plantBoard = (title: string, administratorId: string, memberId: string, count: number) =>
      plantSharedBoard(deps, { title, administratorId, memberId, count, besides });
    const own: string[] = [];
    for (let index = 0; index < boardLimits.boardsPerPerson - joinedBoards; index++) {
      const count = index === 0 ? activities / 2 : Math.round(activities / 4 / (boardLimits.boardsPerPerson - joinedBoards));
      own.push(await plantBoard(`Lourd ${index}`, heavyId, otherId, count));
    }
    const joined: string[] = [];
    for (let index = 0; index < joinedBoards; index++)
      joined.push(await plantBoard(`Autre ${index}`, otherId, heavyId, index === 0 ? activities / 5 : activities / 400));
    await deps.database.unitOfWork(({ db }) => plantAchievements(db));
    const [fullest = ''] = own;
    return {
      cookies,
      readers: besides.map(({ cookie }) => cookie),
      names,
      ids: { heavy: heavyId, other: otherId },
      password,
      fullest,
      own,
      joined,
    };
  });
}

interface SharedBoard {
  title: string;
  administratorId: string;
  memberId: string;
  count: number;
  besides: readonly Known[];
}

async function plantSharedBoard(deps: Deps, { title, administratorId, memberId, count, besides }: SharedBoard): Promise<string> {
  const actions = Array.from({ length: actionLimits.perBoard }, (_, index) => ({
    title: `Action numéro ${index} du tableau ${title}`,
    points: (index % 30) + 1,
    category: 'positive',
    emoji: '✨',
  }));
  const { board } = await makeBoard(deps, administratorId, { title, icon: '👑', theme: 'pink', actions, invited: [] });
  await deps.database.unitOfWork(async ({ db }) => {
    // The other has a limit of boards too.
    if (title.startsWith('Lourd') && !/ (0|1|2|3|4|5)$/.test(title)) return;
    await insertMember(db, board.id, memberId);
    await addToBoardsCount(db, memberId, Number.MAX_SAFE_INTEGER);
  });
  await plantActivities(deps, await getBoard(deps, administratorId, board.id), count, { achievements: false });
  await deps.database.unitOfWork(async ({ db }) => {
    for (const { id } of besides) {
      await insertMember(db, board.id, id);
      await addToBoardsCount(db, id, Number.MAX_SAFE_INTEGER);
    }
  });
  return board.id;
}
