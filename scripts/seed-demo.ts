/** `npm run seed:demo`: demonstration accounts with boards and months of activity, for looking around. */
import { randomBytes } from 'node:crypto';
import { findUserByName } from '#server/accounts/account-store';
import { hashPassword } from '#server/identity/passwords/password-hash';
import { createAccount } from '#server/identity/sign-up';
import { logActivities, type NewActivity } from '#server/activities/activities';
import { markFavourite } from '#server/actions/favourites';
import { react } from '#server/activities/reactions';
import { listBoards, makeBoard, getBoard } from '#server/whole-boards/boards';
import type { Deps } from '#server/deps';
import { newId } from '#server/ids/ids';
import { predefinedActions } from '#server/actions/catalogue';
import { acceptRequest, listRequests, sendRequest } from '#server/membership/requests';
import { createDeps } from '#server/start';
import { usernameKey } from '#shared/account-rules';
import { type CreateBoard, createBoard } from '#shared/boards';
import type { BoardId, RequestId, UserId } from '#shared/ids';
import { reactionEmojis } from '#shared/reaction-choices';
import { runCommand } from './run-command.ts';

const people = [
  { username: 'Léa', avatar: '👸' },
  { username: 'Max', avatar: '🦄' },
  { username: 'Zoé', avatar: '⭐' },
  { username: 'Nino', avatar: '💎' },
  { username: 'Inès', avatar: '✨' },
] as const;

interface DemoBoard extends Pick<CreateBoard, 'title' | 'icon' | 'theme'> {
  members: readonly string[];
  /** Which part of the catalogue it plays with: every n-th action. */
  every: number;
  /** Activities in all, over the months. */
  activities: number;
}

const boards: readonly DemoBoard[] = [
  { title: 'Nous deux', icon: '💜', theme: 'purple', members: ['Léa', 'Max'], every: 3, activities: 160 },
  { title: 'La coloc', icon: '🏠', theme: 'blue', members: ['Zoé', 'Léa', 'Nino', 'Inès'], every: 2, activities: 240 },
  { title: 'Les copains', icon: '🍻', theme: 'orange', members: ['Max', 'Léa', 'Zoé', 'Nino', 'Inès'], every: 2, activities: 300 },
  { title: 'Défi vert', icon: '🌱', theme: 'green', members: ['Léa', 'Inès', 'Nino'], every: 6, activities: 45 },
  { title: 'Vacances', icon: '✈️', theme: 'pink', members: ['Léa', 'Zoé'], every: 5, activities: 0 },
];

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const months = 4;

async function plant(deps: Deps): Promise<void> {
  if (await findUserByName(deps.database.read, usernameKey(people[0].username))) {
    console.log('La démonstration est déjà dans cette base.');
    return;
  }
  const password = randomBytes(9).toString('base64url');
  const hash = await hashPassword(password, { key: 'demo' });
  const ids = new Map<string, UserId>();
  for (const { username, avatar } of people) {
    const email = `${usernameKey(username).normalize('NFD').replaceAll(/\p{M}/gu, '')}@demo.invalid`;
    const create = () => deps.database.unitOfWork(({ db }) => createAccount(db, { username, avatar, email }, hash));
    ids.set(username, await atTime(Date.now() - (months * 30 + 7) * day, create));
  }
  const idOf = (username: string): UserId => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`no such person in the demonstration: ${username}`);
    return id;
  };

  // Everybody plays on all boards at once: what is logged, and what it unlocks, comes in the order of its time.
  const played = [];
  for (const board of boards) played.push(await plantBoard(deps, board, idOf));
  for (const { userId, log, at } of played.flatMap(({ logs }) => logs).toSorted((a, b) => a.at - b.at))
    await logActivities(deps, userId, [log], at);
  for (const { afterwards } of played) await afterwards();
  // Something to answer.
  const coloc = (await listBoards(deps, idOf('Zoé'))).find(({ createdBy }) => createdBy === idOf('Zoé'));
  if (coloc) await sendRequest(deps, { userId: idOf('Zoé'), boardId: coloc.id }, { type: 'invitation', username: 'Max' });

  console.log(`Démonstration prête : ${people.map(({ username }) => username).join(', ')}.`);
  console.log(`Mot de passe commun : ${password}`);
}

interface DemoLog {
  userId: UserId;
  log: NewActivity;
  at: number;
}

/** A board with its members, what they will log there, and what they do once that is logged. */
async function plantBoard(deps: Deps, { members, every, activities, title, icon, theme }: DemoBoard, idOf: (username: string) => UserId) {
  const [administrator = '', ...invited] = members;
  const actions = predefinedActions.filter((_, index) => index % every === 0).map((action) => ({ ...action }));
  const input = createBoard.parse({ title, icon, theme, actions, invited });
  // Where nobody has played yet, the board is new.
  const start = Date.now() - (activities > 0 ? months * 30 : 2) * day;
  const { board } = await atTime(start - day, () => makeBoard(deps, idOf(administrator), input));
  for (const [index, username] of invited.entries()) {
    const { received } = await listRequests(deps, idOf(username));
    const request = received.find(({ boardId, status }) => boardId === board.id && status === 'pending');
    const accept = (requestId: RequestId) => acceptRequest(deps, { userId: idOf(username), requestId });
    if (request) await atTime(start - day + (index + 1) * 3 * hour, () => accept(request.id));
  }

  const opened = await getBoard(deps, { userId: idOf(administrator), boardId: board.id });
  const logs: DemoLog[] = [];
  for (let done = 0; done < activities; done++) {
    const action = opened.actions[Math.floor(Math.random() ** 1.4 * opened.actions.length)];
    const member = members[Math.floor(Math.random() * members.length)];
    if (!action || member === undefined) continue;
    // Denser towards today, as it goes when people like a game.
    const at = Math.floor(start + Math.sqrt((done + Math.random()) / activities) * (Date.now() - start));
    logs.push({ userId: idOf(member), log: { id: newId(), boardId: board.id, actionId: action.id }, at });
  }
  const afterwards = async () => {
    await plantReactions(deps, board.id, members.map(idOf));
    // Each keeps others at hand.
    for (const [index, member] of members.entries())
      for (const { id } of opened.actions.filter((_, position) => position % members.length === index).slice(0, 2))
        await markFavourite(deps, { userId: idOf(member), boardId: board.id, actionId: id });
  };
  return { logs, afterwards };
}

/** Plants reactions to some of the newest activities, by others than their authors. */
async function plantReactions(deps: Deps, boardId: BoardId, members: readonly UserId[]): Promise<void> {
  const [reader] = members;
  if (reader === undefined) return;
  const { activities } = (await getBoard(deps, { userId: reader, boardId })).activities;
  for (const activity of activities.filter(() => Math.random() < 0.4))
    for (const member of members.filter((one) => one !== activity.userId && Math.random() < 0.6)) {
      const emoji = activity.points < 0 ? among(['😂', '😮', '🙈'] as const) : among(reactionEmojis);
      await react(deps, member, { boardId, activityId: activity.id, emoji }, activity.loggedAt);
    }
}

/** Does what people did before their first activity as of that time: what is stored with the time of now bears it. */
async function atTime<T>(time: number, act: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => time;
  try {
    return await act();
  } finally {
    Date.now = now;
  }
}

function among<T>(choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(Math.random() * choices.length)] ?? choices[0];
}

await runCommand(async (config) => {
  const deps = await createDeps(config);
  await plant(deps);
  await deps.database.close();
}, 'Usage : npm run seed:demo\nFait cinq personnes, leurs tableaux et quatre mois d’activités, et montre leur mot de passe.');
