/** The people on whom P12 and P18 are measured: both have all that the limits allow, and much logged. */
import { hashPassword } from '#server/identity/passwords/password-hash';
import { createSession } from '#server/identity/sessions/sessions';
import { createAccount } from '#server/identity/sign-up';
import type { Deps } from '#server/deps';
import { createRequest } from '#server/membership/new-request';
import { defaultAvatar } from '#shared/account-rules';
import { actionLimits } from '#shared/action-limits';
import { boardIcons, themes } from '#shared/board-choices';
import { boardLimits } from '#shared/board-limits';
import { actionsOf, type Known, plantAchievements, plantActivities, plantBoard, plantPeople, withData } from './planting.ts';
import { cookieOf, type Someone } from './players.ts';

const activities = 100_000;

export interface HeavyAccount {
  /** The heavy person, one who shares boards with them, and somebody who has none. */
  heavy: Known;
  other: Known;
  newcomer: Known;
  password: string;
  /** Sessions of those who are on all of these boards besides: their streams hear all. */
  readers: readonly string[];
  /** With half of all activities, to be deleted. */
  fullest: string;
  /** Theirs, and one of the other's where both are. */
  own: readonly string[];
  joined: readonly string[];
}

/** P12: 200 boards of 300 actions; a tenth of them are another person's. Of each board 60 others are members, who log nothing. */
export async function plantHeavyAccount(dataDir: string): Promise<HeavyAccount> {
  return await withData(dataDir, async (deps) => {
    const password = 'orage violet 42';
    const heavy = await signUp(deps, 'Lourde', password);
    const other = await signUp(deps, 'Autre', password);
    const newcomer = await signUp(deps, 'Nouvelle', password);
    const besides = await plantPeople(deps, 'Membre', 60);
    const plant = async (title: string, players: readonly Known[], count: number): Promise<string> => {
      const opened = await plantBoard(deps, { title, members: [...players, ...besides], actions: actionsOf(actionLimits.perBoard) });
      await plantActivities(deps, opened, players, count);
      return opened.board.id;
    };
    const joinedBoards = boardLimits.boardsPerPerson / 10;
    const ownBoards = boardLimits.boardsPerPerson - joinedBoards;
    // The fullest first: half of it all. A quarter goes to boards of the other's, who has a limit of boards too.
    const own: string[] = [];
    for (let index = 0; index < ownBoards; index++)
      own.push(
        await plant(
          `Lourd ${index}`,
          index <= 5 ? [heavy, other] : [heavy],
          index === 0 ? activities / 2 : Math.round(activities / 4 / ownBoards),
        ),
      );
    const joined: string[] = [];
    for (let index = 0; index < joinedBoards; index++)
      joined.push(await plant(`Autre ${index}`, [other, heavy], index === 0 ? activities / 5 : activities / 400));
    await plantAchievements(deps);
    return { heavy, other, newcomer, password, readers: besides.map(({ cookie }) => cookie), fullest: own[0] ?? '', own, joined };
  });
}

async function signUp({ database, identity }: Deps, username: string, password: string): Promise<Known> {
  const hash = await hashPassword(password, { key: 'planting' });
  return await database.unitOfWork(async ({ db }) => {
    const id = await createAccount(db, { username, email: `${username}@bench.invalid`, avatar: defaultAvatar }, hash);
    return { id, username, cookie: cookieOf([identity.cookieOf(await createSession(db, id, null), true)]) };
  });
}

const titles = ['Coloc', 'Vacances en Bretagne', 'Nous deux', 'La cuisine du dimanche midi chez mamie Josette', 'Potager', 'Bureau 3B'];

/** P18: 200 boards, one of them with 100 members, 300 actions and half of the activities, and 200 requests each way. */
export async function plantLargeAccount(dataDir: string): Promise<{ person: Someone; largest: string }> {
  return await withData(dataDir, async (deps) => {
    // The first has it all; the last ones are on none of the boards.
    const people = await plantPeople(deps, 'Grande', boardLimits.membersPerBoard + 200);
    const [person, ...others] = people.slice(0, boardLimits.membersPerBoard);
    if (!person) throw new Error('nobody');
    const boards: string[] = [];
    for (let index = 0; index < boardLimits.boardsPerPerson; index++) {
      const isLargest = index === 0;
      const members = [person, ...(isLargest ? others : others.slice(index % 40, (index % 40) + 1 + (index % 11)))];
      const opened = await plantBoard(deps, {
        title: `${titles[index % titles.length]} ${index + 1}`,
        members,
        actions: actionsOf(isLargest ? actionLimits.perBoard : 30, index),
        icon: boardIcons[index % boardIcons.length]?.symbol ?? '👑',
        theme: themes[index % themes.length] ?? 'pink',
      });
      await plantActivities(
        deps,
        opened,
        members,
        isLargest ? activities / 2 : Math.floor(activities / 2 / (boardLimits.boardsPerPerson - 1)),
      );
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
