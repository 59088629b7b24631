/** Makes a demo: a person for this browser, a board, and a second player whom nobody can open. */
import { randomInt } from 'node:crypto';
import { createBoard } from '#shared/boards';
import { type BeginDemo, demoLimits } from '#shared/demos';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import { findAccount } from '../accounts/accounts.ts';
import { countInDemos, insertGuest, isInDemo } from '../accounts/guest-store.ts';
import { savePreferences } from '../accounts/preference-store.ts';
import { takenBy } from '../accounts/unique-failure.ts';
import { readActions } from '../actions/action-views.ts';
import { logAsItWas } from '../activities/activities.ts';
import { findBoard } from '../boards/board-store.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import type { Browser } from '../identity/sessions/browser.ts';
import { type SignedIn, startSession } from '../identity/sessions/sessions.ts';
import { createAccount } from '../identity/sign-up.ts';
import { joinBoard } from '../membership/join-board.ts';
import { makeBoardWithin } from '../whole-boards/boards.ts';
import { demoAction, demoActions, demoNames, demoPast, demoTitle } from './demo-game.fr.ts';

const hour = 60 * 60 * 1000;
/** A number may be taken, or look like one that is. */
const tries = 10;

interface Demo extends SignedIn {
  boardId: BoardId;
}

/** Makes a demo and signs this browser in to it, in place of an earlier one. Whoever has an account or plays as a guest would lose their session. */
export async function makeDemo(deps: Deps, { timeZone }: BeginDemo, browser: Browser): Promise<Demo> {
  const { config, database, limits } = deps;
  if (!config.demo) throw refuse('not_found');
  if (browser.caller && !(await isInDemo(database.read, browser.caller.personId))) throw refuse('demo_for_visitors');
  if (!(await limits.demos.spend(browser.address))) throw refuse('too_many_attempts');
  for (let left = tries; ; left -= 1) {
    try {
      return await database.unitOfWork((work) => makeWithin(deps, work, timeZone, browser));
    } catch (failure) {
      const taken = takenBy(database, failure);
      if (!taken || left === 0) throw taken ?? failure;
    }
  }
}

async function makeWithin(deps: Deps, work: Work, timeZone: string | undefined, browser: Browser): Promise<Demo> {
  const { db } = work;
  await deps.database.takeTurns(db, 'demos');
  if ((await countInDemos(db)) >= 2 * demoLimits.live) throw refuse('demos_full');
  const until = Date.now() + demoLimits.lasts;
  const number = randomInt(100, 10_000);
  const visitor = await makePerson(work, `${demoNames.visitor}-${number}`, '🦄');
  const player = await makePerson(work, `${demoNames.player}-${number}`, '👸');
  const boardId = await plantBoard(deps, work, { visitor, player }, timeZone);
  // From here on the second player answers what is logged.
  for (const id of [visitor, player]) await insertGuest(db, id, until);
  const user = await findAccount(db, visitor);
  if (!user) throw refuse('profile_failed');
  return { ...(await startSession(deps, work, user, browser)), boardId };
}

async function makePerson({ db }: Work, username: string, avatar: '🦄' | '👸'): Promise<UserId> {
  const id = await createAccount(db, { username, email: null, avatar });
  // Nobody is asked, and nothing of a demo is counted.
  await savePreferences(db, id, { analytics: 0 });
  return id;
}

/** The board of the second player, without a link, on which both have played for some days. */
async function plantBoard(deps: Deps, work: Work, people: Record<keyof typeof demoNames, UserId>, timeZone?: string): Promise<BoardId> {
  const { db } = work;
  const { visitor, player } = people;
  const input = createBoard.parse({ title: demoTitle, icon: '💜', theme: 'purple', actions: demoActions, timeZone });
  const { board: made } = await makeBoardWithin(deps, work, player, input, { linkEnabled: false });
  const board = await findBoard(db, made.id);
  if (!board) throw new Error('board vanished within its transaction');
  await joinBoard(deps, work, board, visitor, { letInBy: player, host: player });
  const actions = await readActions(db, made.id, await deps.boardKeys.of(db, made.id));
  const now = Date.now();
  for (const { who, days, hours, action: index, note } of demoPast) {
    const action = demoAction(actions, index);
    if (!action) continue;
    const { id: actionId, title, points, emoji } = action;
    const loggedAt = now - (days * 24 + hours) * hour;
    const id = newId<ActivityId>();
    await logAsItWas(deps, work, people[who], { id, boardId: made.id, actionId, title, points, emoji, loggedAt, note });
  }
  return made.id;
}
