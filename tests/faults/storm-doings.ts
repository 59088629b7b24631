/** All that somebody may do in the storm, and how often. Most of it makes sense; some of it no more, and that is refused. */
import { setTimeout as pause } from 'node:timers/promises';
import { avatars } from '#shared/account-rules';
import { api, type EndpointKey } from '#shared/api';
import { boardIcons, themes } from '#shared/board-choices';
import { outbox, tokenIn } from '../mailbox.ts';
import { reactionEmojis } from '#shared/reaction-choices';
import { newActivityId, password } from '../people.ts';
import { type Sent, someBoard, type Somebody } from './storm-people.ts';
import { answerLoss, noteForSomebody, playForSomething } from './storm-play.ts';
import { Stream } from '../stream.ts';

type Doing = (me: Somebody) => Promise<unknown>;

/** How often each is done, of the sum of all. */
const doings: readonly (readonly [weight: number, doing: Doing])[] = [
  [250, log],
  [30, logOnSeveral],
  [40, sendWhatWaited],
  [60, noteForSomebody],
  [40, answerLoss],
  [50, playForSomething],
  [80, undo],
  [60, react],
  [90, createSharedBoard],
  [60, readLists],
  [20, readWhatHangsOnThePerson],
  [25, makeBoard],
  [40, changeBoard],
  [12, deleteBoard],
  [20, addActions],
  [20, changeActions],
  [30, proposeActions],
  [15, keepAtHand],
  [20, handOver],
  [25, leaveOrRemove],
  [60, inviteOrPropose],
  [25, ask],
  [120, answerRequests],
  [20, changeProfile],
  [15, changeSettings],
  [25, openOrCutStream],
  [10, signOut],
  [10, endSessions],
  [3, changePassword],
  [1, mistypePassword],
  [2, forgetPassword],
  [4, deleteAccount],
  [25, callAnything],
];
const sumOfWeights = doings.reduce((sum, [weight]) => sum + weight, 0);

/** One thing, by the person's own chance. */
export async function doSomething(me: Somebody): Promise<void> {
  if (me.person.cookie === '') return await me.signIn();
  if (me.boards.length === 0) await readLists(me);
  if (me.boards.length === 0) return await makeBoard(me);
  let place = me.chance.below(sumOfWeights);
  for (const [weight, doing] of doings) {
    place -= weight;
    if (place < 0) return void (await doing(me));
  }
}

async function log(me: Somebody): Promise<void> {
  const sent = me.compose(someBoard(me));
  if (sent) await me.log(sent);
}

async function logOnSeveral(me: Somebody): Promise<void> {
  const all = me.chance.someOf(me.boards, 4).flatMap((boardId) => me.compose(boardId) ?? []);
  const { id: userId } = me.person;
  const body = { activities: all.map(({ id, boardId, actionId }) => ({ id, boardId, actionId })) };
  const answer = await me.tries('POST /api/activities', { body });
  if (answer?.status === 201) for (const sent of all) Object.assign(sent, { logged: true, userId });
}

/** As the app does once the network is back: in order, each again as long as no answer came; now and then from two tabs at once. */
async function sendWhatWaited(me: Somebody): Promise<void> {
  const board = someBoard(me);
  const queue = Array.from({ length: 1 + Math.floor(me.chance.below(6)) }, () => me.compose(board)).filter((sent) => sent !== undefined);
  const undone = queue.filter(() => me.chance.hits(0.3));
  const steps = [...queue.map((sent) => ({ sent, isUndo: false })), ...undone.map((sent) => ({ sent, isUndo: true }))];
  const send = async (patience: () => number) => {
    for (const { sent, isUndo } of steps) {
      const go = (signal?: AbortSignal) => (isUndo ? me.undo(sent, signal) : me.log(sent, signal));
      if (me.chance.hits(0.4)) await go(AbortSignal.timeout(patience()));
      await go();
    }
  };
  const patience = () => Math.floor(me.chance.below(15));
  await Promise.all(me.chance.hits(0.3) ? [send(patience), send(patience)] : [send(patience)]);
}

async function undo(me: Somebody): Promise<void> {
  const mine = me.world.sent.slice(-300).filter(({ boardId }) => me.boards.includes(boardId));
  const sent = me.chance.oneOf(mine);
  if (sent) await me.undo(sent);
}

async function react(me: Somebody): Promise<void> {
  const seen = me.world.sent.slice(-100).filter(({ boardId }) => me.boards.includes(boardId));
  const sent = me.chance.oneOf(seen);
  const emoji = me.chance.oneOf(reactionEmojis);
  if (!sent || emoji === undefined) return;
  const method = me.chance.hits(0.7) ? 'PUT' : 'DELETE';
  const params = { boardId: sent.boardId, activityId: sent.id, emoji };
  await me.tries(`${method} /api/boards/:boardId/activities/:activityId/reactions/:emoji`, { params });
}

async function createSharedBoard(me: Somebody, boardId = someBoard(me)): Promise<void> {
  if (boardId === undefined) return;
  const params = { boardId };
  const opened = await me.tries('GET /api/boards/:boardId', { params });
  if (opened?.status !== 200) return forget(me, boardId);
  const { board, actions, activities } = opened.body;
  me.world.noteActions(
    boardId,
    actions.map(({ id }) => id),
  );
  // One reply tells one moment.
  const sum = activities.next === null ? activities.activities.reduce((all, { points, undone }) => all + (undone ? 0 : points), 0) : null;
  if (sum !== null && sum !== board.totalPoints) me.world.faults.push(`a board of ${board.totalPoints} points shows activities of ${sum}`);
  const after = String(Math.max(0, board.revision - Math.floor(me.chance.below(40))));
  await me.tries('GET /api/boards/:boardId/changes', { params, query: { after } });
  const query = activities.next === null ? {} : { before: String(activities.next) };
  await me.tries('GET /api/boards/:boardId/activities', { params, query });
}

async function readLists(me: Somebody): Promise<void> {
  const boards = await me.tries('GET /api/boards');
  if (boards?.status === 200) me.boards = boards.body.boards.map(({ id }) => id);
  const requests = await me.tries('GET /api/requests');
  if (requests?.status === 200) {
    me.waiting = requests.body.received.filter(({ status }) => status === 'pending').map(({ id }) => id);
    me.world.noteRequests([...requests.body.received, ...requests.body.sent].map(({ id }) => id));
  }
  const feed = await me.tries('GET /api/activities');
  if (feed?.status === 200 && feed.body.next !== null) await me.tries('GET /api/activities', { query: { before: feed.body.next } });
}

async function readWhatHangsOnThePerson(me: Somebody): Promise<void> {
  const key = me.chance.oneOf([
    'GET /api/session',
    'GET /api/sessions',
    'GET /api/actions',
    'GET /api/predefined-actions',
    'GET /api/account/deletion',
    'GET /api/account/export',
  ] as const);
  if (key) await me.tries(key);
}

/** New, or once more under the key of one that was made, whatever has become of it. */
async function makeBoard(me: Somebody): Promise<void> {
  const { chance } = me;
  const idempotencyKey = (chance.hits(0.3) ? chance.oneOf(me.keys) : undefined) ?? newActivityId();
  me.keys = [...new Set([...me.keys, idempotencyKey])];
  const body = {
    idempotencyKey,
    title: `Tableau ${newActivityId()}`,
    actions: Array.from({ length: 1 + Math.floor(chance.below(4)) }, () => anAction(me)),
    invited: chance.someOf(me.world.people, 6).map(({ person }) => person.name),
    theme: chance.oneOf(themes),
  };
  const make = () => me.tries('POST /api/boards', { body });
  const [made] = await Promise.all(chance.hits(0.2) ? [make(), make()] : [make()]);
  if (made?.status !== 201) return;
  me.boards = [...new Set([...me.boards, made.body.board.id])];
  await createSharedBoard(me, made.body.board.id);
}

async function changeBoard(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId === undefined) return;
  const { chance } = me;
  const body = chance.oneOf([
    { title: `Tableau ${newActivityId()}` },
    { theme: chance.oneOf(themes) },
    { icon: chance.oneOf(boardIcons)?.symbol },
    { linkEnabled: chance.hits(0.7) },
  ]);
  await me.tries('PATCH /api/boards/:boardId', { params: { boardId }, ...(body && { body }) });
}

async function deleteBoard(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId === undefined) return;
  const answer = await me.tries('DELETE /api/boards/:boardId', { params: { boardId } });
  if (answer?.status === 204) forget(me, boardId);
}

async function addActions(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId !== undefined)
    await me.tries('POST /api/boards/:boardId/actions', { params: { boardId }, body: { actions: [anAction(me)] } });
}

/** Edits, retires, brings back and orders; also what somebody else has just retired. */
async function changeActions(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId === undefined) return;
  const { chance } = me;
  const params = { boardId };
  const opened = await me.tries('GET /api/boards/:boardId', { params });
  const inUse = opened?.status === 200 ? opened.body.actions.map(({ id }) => id) : [];
  if (chance.hits(0.2)) {
    await me.tries('PUT /api/boards/:boardId/actions/order', { params, body: { actionIds: inUse.toReversed() } });
    return;
  }
  const read = await me.tries('GET /api/boards/:boardId/actions/retired', { params });
  const retired = read?.status === 200 ? read.body.actions.map(({ id }) => id) : [];
  const actionId = chance.oneOf([...inUse, ...retired]);
  const { title, points } = anAction(me);
  const body = chance.oneOf([{ points }, { title }, { retired: true }, { retired: false }]);
  if (actionId !== undefined && body)
    await me.tries('PATCH /api/boards/:boardId/actions/:actionId', { params: { boardId, actionId }, body });
}

/** Proposes, withdraws, accepts and declines; also what somebody else has just answered. */
async function proposeActions(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId === undefined) return;
  const { chance } = me;
  const params = { boardId };
  if (chance.hits(0.5)) {
    const body = { ...anAction(me), idempotencyKey: newActivityId() };
    const propose = () => me.tries('POST /api/boards/:boardId/proposals', { params, body });
    await Promise.all(chance.hits(0.3) ? [propose(), propose()] : [propose()]);
    return;
  }
  const read = await me.tries('GET /api/boards/:boardId/proposals', { params });
  const proposalId = chance.oneOf(read?.status === 200 ? read.body.proposals : [])?.id;
  if (proposalId === undefined) return;
  const about = { params: { boardId, proposalId } };
  const accept = () => me.tries('POST /api/boards/:boardId/proposals/:proposalId/acceptance', about);
  const end = () => me.tries('DELETE /api/boards/:boardId/proposals/:proposalId', about);
  if (chance.hits(0.2)) await Promise.all([accept(), end()]);
  else await (chance.hits(0.6) ? accept() : end());
}

async function keepAtHand(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  if (boardId === undefined) return;
  const opened = await me.tries('GET /api/boards/:boardId', { params: { boardId } });
  const action = opened?.status === 200 ? me.chance.oneOf(opened.body.actions) : undefined;
  if (!action) return;
  const method = me.chance.hits(0.7) ? 'PUT' : 'DELETE';
  await me.tries(`${method} /api/boards/:boardId/actions/:actionId/favourite`, { params: { boardId, actionId: action.id } });
  await me.tries('GET /api/favourites');
}

async function handOver(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  const to = await aMember(me, boardId);
  if (boardId !== undefined && to !== undefined)
    await me.tries('PUT /api/boards/:boardId/administrator', { params: { boardId }, body: { userId: to } });
}

async function leaveOrRemove(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  const userId = me.chance.hits(0.5) ? me.person.id : await aMember(me, boardId);
  if (boardId === undefined || userId === undefined) return;
  await me.tries('DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId } });
}

async function inviteOrPropose(me: Somebody): Promise<void> {
  const boardId = someBoard(me);
  const username = me.chance.oneOf(me.world.people)?.person.name;
  if (boardId === undefined || username === undefined) return;
  await me.tries('GET /api/users/:username', { params: { username } });
  const type = me.chance.hits(0.7) ? 'invitation' : 'member_invitation';
  await me.tries('POST /api/boards/:boardId/requests', { params: { boardId }, body: { type, username } });
}

async function ask(me: Somebody): Promise<void> {
  const boardId = me.chance.oneOf([...me.world.actionsOf.keys()]);
  if (boardId === undefined) return;
  await me.tries('GET /api/invitations/:invitation', { params: { invitation: boardId } });
  await me.tries('POST /api/boards/:boardId/requests', { params: { boardId }, body: { type: 'request' } });
}

async function answerRequests(me: Somebody): Promise<void> {
  // Somebody else's, or one that is answered already, now and then.
  const requestId = me.chance.oneOf(me.chance.hits(0.9) ? me.waiting : me.world.requests);
  if (requestId === undefined) return;
  const answer = (verb: 'acceptance' | 'rejection') => me.tries(`POST /api/requests/:requestId/${verb}`, { params: { requestId } });
  if (me.chance.hits(0.1)) await Promise.all([answer('acceptance'), answer('rejection')]);
  else await answer(me.chance.hits(0.8) ? 'acceptance' : 'rejection');
  me.waiting = me.waiting.filter((id) => id !== requestId);
}

async function changeProfile(me: Somebody): Promise<void> {
  const { person, chance, world } = me;
  const username = world.freshName(person.name.replace(/\..*/, ''));
  const body = chance.hits(0.5) ? { username } : { avatar: chance.oneOf(avatars)?.symbol };
  const answer = await me.tries('PATCH /api/account', { body });
  if (answer?.status === 200) person.name = answer.body.user.username;
}

async function changeSettings(me: Somebody): Promise<void> {
  const setting = me.chance.oneOf(['dataCollection', 'onlineStatus', 'essentialCookies', 'analytics'] as const) ?? 'analytics';
  await me.tries('PATCH /api/account/preferences', { body: { [setting]: me.chance.hits(0.6) } });
  await me.tries('POST /api/counts', { body: { counts: [{ name: 'visit', count: 1 }] } });
}

async function openOrCutStream(me: Somebody): Promise<void> {
  const old = me.streams.splice(0, me.streams.length > 3 ? 2 : 0);
  for (const stream of old) stream.close();
  if (me.person.cookie === '') return;
  // Refused once the session is over.
  const stream = await Stream.greeted(me.world.origin, me.person.cookie).catch(() => undefined);
  if (!stream) return;
  me.world.streams += 1;
  if (me.chance.hits(0.2)) stream.stall();
  me.streams.push(stream);
}

async function signOut(me: Somebody): Promise<void> {
  await me.tries('DELETE /api/session');
}

async function endSessions(me: Somebody): Promise<void> {
  if (me.chance.hits(0.3)) return void (await me.tries('DELETE /api/sessions'));
  const answer = await me.tries('GET /api/sessions');
  const session = answer?.status === 200 ? me.chance.oneOf(answer.body.sessions) : undefined;
  if (session) await me.tries('DELETE /api/sessions/:sessionId', { params: { sessionId: session.id } });
}

async function changePassword(me: Somebody): Promise<void> {
  const { person } = me;
  const newPassword = `orage ${newActivityId()}`;
  const answer = await me.tries('PUT /api/account/password', { body: { currentPassword: me.password, newPassword } });
  if (answer?.status === 204 && me.person.id === person.id) me.password = newPassword;
}

async function mistypePassword(me: Somebody): Promise<void> {
  await me.tries('POST /api/session', { body: { identifier: me.email, password: `${password} ?` } });
}

async function forgetPassword(me: Somebody): Promise<void> {
  const { email, world } = me;
  if (me.chance.hits(0.5)) await me.tries('POST /api/password-resets', { body: { email } });
  const mails = await outbox(world.dataDir);
  const mail = mails.findLast(({ to }) => to?.[0]?.address === email);
  const newPassword = `orage ${newActivityId()}`;
  const answer = await me.tries('PUT /api/password', { body: { token: mail ? tokenIn(mail) : newActivityId(), password: newPassword } });
  if (answer?.status === 204 && me.email === email) me.password = newPassword;
}

async function deleteAccount(me: Somebody): Promise<void> {
  const { person, world, chance } = me;
  const preview = await me.tries('GET /api/account/deletion');
  if (preview?.status !== 200) return;
  const handOvers = preview.body.boards.flatMap(({ id, members }) => {
    const heir = chance.hits(0.6) ? chance.oneOf(members) : undefined;
    return heir ? [{ boardId: id, userId: heir.userId }] : [];
  });
  world.leaving.add(person.id);
  const body = { password: me.password, handOvers, ...(chance.hits(0.5) && { boards: preview.body.boards.map(({ id }) => id) }) };
  const answer = await me.tries('POST /api/account/deletion', { body });
  if (answer?.status === 204 && me.person.id === person.id) await me.begin();
}

/** Any endpoint at all, with ids that are or were somewhere: what has no doing of its own is called at least so. */
async function callAnything(me: Somebody): Promise<void> {
  const { chance, world } = me;
  // A call that ends sessions, passwords or accounts needs a doing that knows of it.
  const keys = (Object.keys(api) as EndpointKey[]).filter((key) => key !== 'GET /api/live' && !/account|session|password/.test(key));
  const key = chance.oneOf(keys);
  if (key === undefined) return;
  const sent: Sent | undefined = chance.oneOf(world.sent.slice(-300));
  const params = {
    boardId: chance.oneOf([...world.actionsOf.keys()]) ?? '',
    userId: chance.oneOf(world.people)?.person.id ?? '',
    username: chance.oneOf(world.people)?.person.name ?? '',
    requestId: chance.oneOf(world.requests) ?? '',
    activityId: sent?.id ?? '',
    proposalId: '',
    agreementId: '',
    seasonId: '',
    emoji: chance.oneOf(reactionEmojis) ?? '',
  };
  const query: Record<string, string> = key.endsWith('/changes') ? { after: '0' } : {};
  await me.tries(key, { params, query, ...(!key.startsWith('GET') && chance.hits(0.3) && { body: {} }) });
}

function forget(me: Somebody, boardId: string): void {
  me.boards = me.boards.filter((id) => id !== boardId);
}

async function aMember(me: Somebody, boardId: string | undefined): Promise<string | undefined> {
  if (boardId === undefined) return undefined;
  const opened = await me.tries('GET /api/boards/:boardId', { params: { boardId } });
  return opened?.status === 200 ? me.chance.oneOf(opened.body.members)?.userId : undefined;
}

function anAction({ chance }: Somebody) {
  return { title: `Action ${newActivityId()}`, points: chance.hits(0.3) ? -15 : 20, emoji: chance.oneOf(['🥐', '🍽️', '💋']) };
}

/** How long somebody does nothing, so that twenty people are no hammer. */
export function rest(me: Somebody): Promise<void> {
  return pause(me.chance.below(60));
}
