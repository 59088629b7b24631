/** What somebody in the storm notes for others, and what they play for. */
import { newActivityId } from '../people.ts';
import { someBoard, type Somebody } from './storm-people.ts';

/** A gain counts for the other at once, a loss waits for their avowal. */
export async function noteForSomebody(me: Somebody): Promise<void> {
  const { chance, world } = me;
  const opened = await openBoard(me);
  const [action, to] = [chance.oneOf(opened?.actions ?? []), chance.oneOf(opened?.members ?? [])];
  if (!opened || !action || !to) return;
  const { id: boardId } = opened.board;
  const sent = { id: newActivityId(), boardId, actionId: action.id, userId: to.userId, logged: false, undone: false };
  world.sent.push(sent);
  const input = { params: { boardId }, body: { id: sent.id, actionId: sent.actionId, for: to.userId } };
  const note = async () => {
    if (action.points < 0) return void (await me.tries('POST /api/boards/:boardId/owed-losses', input));
    const answer = await me.tries('POST /api/boards/:boardId/activities', input);
    if (answer?.status === 201) sent.logged = true;
  };
  await Promise.all(chance.hits(0.3) ? [note(), note()] : [note()]);
}

export async function answerLoss(me: Somebody): Promise<void> {
  const { chance, person, world } = me;
  const waiting = await me.tries('GET /api/owed-losses');
  const loss = waiting?.status === 200 ? chance.oneOf(waiting.body.owedLosses) : undefined;
  if (!loss) return;
  const params = { boardId: loss.boardId, activityId: loss.id };
  const answer = async (confess: boolean) => {
    const reply = await me.tries('PUT /api/boards/:boardId/owed-losses/:activityId/answer', { params, body: { confess } });
    if (reply?.status !== 200 || !reply.body.logged) return;
    const sent = world.sent.find(({ id }) => id === loss.id);
    if (sent) Object.assign(sent, { logged: true, userId: person.id });
    else world.faults.push(`avowed and noted by nobody: ${loss.id}`);
  };
  const confess = chance.hits(0.7);
  await Promise.all(chance.hits(0.3) ? [answer(confess), answer(chance.hits(0.5))] : [answer(confess)]);
}

/** Proposes, agrees, declines and withdraws; also what somebody else has just settled. */
export async function playForSomething(me: Somebody): Promise<void> {
  const { chance } = me;
  const opened = await openBoard(me);
  if (!opened) return;
  const params = { boardId: opened.board.id };
  const waiting = chance.oneOf(opened.play?.agreements ?? []);
  if (!waiting) {
    const terms = chance.hits(0.5)
      ? { kind: 'season', length: 'week', stake: `Un massage ${newActivityId()}`, ties: chance.oneOf(['void', 'shared']) }
      : { kind: 'goal', length: 'month', points: 1 + Math.floor(chance.below(500)) };
    const body = { id: newActivityId(), terms };
    const propose = () => me.tries('POST /api/boards/:boardId/agreements', { params, body });
    await Promise.all(chance.hits(0.3) ? [propose(), propose()] : [propose()]);
    await me.tries('GET /api/boards/:boardId/seasons', { params });
    const seasonId = chance.oneOf(opened.play?.seasons ?? [])?.id;
    if (seasonId !== undefined) await me.tries('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params: { ...params, seasonId } });
    return;
  }
  const about = { ...params, agreementId: waiting.id };
  const answer = (yes: boolean) => me.tries('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params: about, body: { yes } });
  const withdraw = () => me.tries('DELETE /api/boards/:boardId/agreements/:agreementId', { params: about });
  if (chance.hits(0.15)) await Promise.all([answer(true), withdraw()]);
  else if (chance.hits(0.2)) await withdraw();
  else await answer(chance.hits(0.9));
}

async function openBoard(me: Somebody) {
  const boardId = someBoard(me);
  if (boardId === undefined) return undefined;
  const opened = await me.tries('GET /api/boards/:boardId', { params: { boardId } });
  return opened?.status === 200 ? opened.body : undefined;
}
