/** 'Mauvaise foi !' in a history: its steps, and what must be true of contests afterwards. */
import type { EndpointKey } from '#shared/api';
import { ask } from '../database-state.ts';
import { type Input, newActivityId } from '../people.ts';
import { type Contested, type Facts, mayBe, type Member, oneOf, type Outcome, type Taking, together } from './history-facts.ts';

/** Contests one of the last four that somebody else noted for somebody else, twice at once. */
export async function contest({ facts, group, copy, me, board, other }: Taking): Promise<void> {
  const others = facts.logged.filter((one) => one.boardId === board.id && one.personId !== me.id && one.notedBy !== me.id);
  const logged = oneOf(others, others.length - 1 - (other % 4));
  if (!logged) return;
  const id = newActivityId();
  const input = { params: { boardId: board.id }, body: { id, activityId: logged.id, emoji: '🤥' } };
  const both = [copy, copy + 1].map((at) => me.tries('POST /api/boards/:boardId/contests', input, at, 201));
  const outcome = together(await Promise.all(both));
  const whose = { personId: me.id, boardId: board.id, activityId: logged.id, answeredBy: logged.personId };
  facts.contested.push({ ...outcome, group, ...whose, id, answers: [], votes: [], tosses: [], told: [] });
}

/** The member whom it is about answers on two devices at once, which mostly say the same. */
export async function answerContest({ facts, copy, other }: Taking): Promise<void> {
  const contested = recent(facts, other);
  if (!contested) return;
  const said = other % 5 === 0 ? [true, false] : other % 3 === 0 ? [false, false] : [true, true];
  await Promise.all(said.map((keeps, index) => sayTo(facts, contested, keeps, copy + index)));
}

/** All members vote at once, once it is kept. */
export async function vote({ facts, copy, other }: Taking): Promise<void> {
  const contested = recent(facts, other);
  if (!contested) return;
  await sayTo(facts, contested, true, copy);
  const votes = facts.members.map(async (member, index) => {
    const isVoid = (other + index) % 4 !== 0;
    const input = { params: paramsOf(contested), body: { isVoid } };
    contested.votes.push({
      ...(await ends(contested, member, 'PUT /api/boards/:boardId/contests/:contestId/vote', input, copy + index)),
      isVoid,
    });
  });
  await Promise.all(votes);
}

/** Both parties toss at once, by way of two copies, once it is kept; then each looks what the coin has said. */
export async function toss({ facts, copy, other }: Taking): Promise<void> {
  const contested = recent(facts, other);
  if (!contested) return;
  await sayTo(facts, contested, true, copy);
  const tosses = [contested.personId, contested.answeredBy].map(async (id, index) => {
    const input = { params: paramsOf(contested) };
    const who = facts.memberOf(id);
    contested.tosses.push(await ends(contested, who, 'POST /api/boards/:boardId/contests/:contestId/coin', input, copy + index));
    await ends(contested, who, 'GET /api/boards/:boardId', { params: { boardId: contested.boardId } }, copy + index);
  });
  await Promise.all(tosses);
}

export async function switchOff({ facts, group, copy, me, board: { id: boardId } }: Taking): Promise<void> {
  const outcome = await me.tries('DELETE /api/boards/:boardId/contests', { params: { boardId } }, copy);
  facts.switchedOff.push({ ...outcome, group, personId: me.id, boardId });
}

async function sayTo(facts: Facts, contested: Contested, keeps: boolean, copy: number): Promise<void> {
  const input = { params: paramsOf(contested), body: { keeps } };
  const who = facts.memberOf(contested.answeredBy);
  contested.answers.push({ ...(await ends(contested, who, 'PUT /api/boards/:boardId/contests/:contestId/answer', input, copy)), keeps });
}

type Telling = Extract<EndpointKey, `PUT /api/boards/:boardId/contests/${string}` | `${string}/coin` | 'GET /api/boards/:boardId'>;

/** What became of a call, whose reply may tell how the contest has ended. */
async function ends(contested: Contested, who: Member, key: Telling, input: Input, copy: number): Promise<Outcome> {
  const { answer, maybe } = await who.calls(key, input, copy);
  const done = answer.status === 200;
  const told = done ? answer.body.play?.contests?.list.find(({ id }) => id === contested.id) : undefined;
  if (told?.outcome) contested.told.push(`${told.outcome} by ${told.how}`);
  return { done, maybe };
}

/** One of the last four. */
function recent({ contested }: Facts, other: number): Contested | undefined {
  return oneOf(contested, contested.length - 1 - (other % 4));
}

function paramsOf({ boardId, id }: Contested): { boardId: string; contestId: string } {
  return { boardId, contestId: id };
}

export function judgeContests(facts: Facts, boardId: string, accounts: ReadonlySet<string>): string[] {
  const rows = ask(facts.several.dataDir, 'select id, kept_at, outcome, how from contest where board_id = ?', boardId);
  const stored = new Map(rows.map((row) => [String(row['id']), row]));
  const faults: string[] = [];
  for (const contested of facts.contested.filter((one) => one.boardId === boardId)) {
    const { id, done, personId, answeredBy } = contested;
    const row = stored.get(id);
    stored.delete(id);
    // It goes with the account of either.
    if (!row && done && accounts.has(personId) && accounts.has(answeredBy)) faults.push(`contested and lost: ${id}`);
    if (row && !mayBe(contested)) faults.push(`a contest that was refused is there: ${id}`);
    if (row) faults.push(...judgeEnd(facts, contested, row).map((what) => `${what}: ${id}`));
  }
  for (const id of stored.keys()) faults.push(`nobody contested it: ${id}`);
  return [...faults, ...judgeSwitch(facts, boardId)];
}

function judgeEnd(facts: Facts, contested: Contested, row: Record<string, unknown>): string[] {
  const { activityId, answers, votes, tosses, told } = contested;
  const { kept_at: keptAt, outcome, how } = row;
  const keeps = answers.filter((one) => one.keeps);
  const withdrawals = answers.filter((one) => !one.keeps);
  // An undo of the activity takes the contest back, too.
  const undos = facts.logged.find(({ id }) => id === activityId)?.undos ?? [];
  const end = `${String(outcome)} by ${String(how)}`;
  return [
    ...told.filter((one) => one !== end).map((one) => `told '${one}', and ended as '${end}'`),
    ...(keeps.some(({ done }) => done) && keptAt === null ? ['kept, and not noted'] : []),
    ...(keptAt !== null && !keeps.some(mayBe) ? ['kept by nobody'] : []),
    ...(withdrawals.some(({ done }) => done) && outcome !== 'withdrawn' ? ['taken back, and otherwise settled'] : []),
    ...(outcome === 'withdrawn' && ![...withdrawals, ...undos].some(mayBe) ? ['taken back by nobody'] : []),
    ...(tosses.some(({ done }) => done) && how !== 'coin' ? ['tossed, and otherwise settled'] : []),
    ...(how === 'coin' && !tosses.some(mayBe) ? ['tossed by nobody'] : []),
    ...(how === 'vote' && !votes.some((one) => mayBe(one) && (outcome === 'stands' || one.isVoid)) ? ['voted by nobody'] : []),
  ];
}

/** Whether members may contest: once all have agreed to it, until somebody ends it. */
function judgeSwitch({ several, proposed, switchedOff }: Facts, boardId: string): string[] {
  const [board] = ask(several.dataDir, 'select contests_on from board where id = ?', boardId);
  const isOn = board?.['contests_on'] === 1;
  const agreed = ask(several.dataDir, "select id from agreement where board_id = ? and kind = 'contests' and outcome = 'agreed'", boardId);
  const proposals = proposed.filter((one) => one.boardId === boardId && one.kind === 'contests');
  const endings = switchedOff.filter((one) => one.boardId === boardId);
  const isOver = endings.some(({ done }) => done) && proposals.every(({ group }) => group < 0);
  return [
    ...(isOn && !proposals.some(mayBe) ? [`nobody proposed to contest on ${boardId}`] : []),
    ...(isOn && isOver ? [`contests were ended and go on: ${boardId}`] : []),
    ...(!isOn && agreed.length > 0 && !endings.some(mayBe) ? [`contests were ended by nobody: ${boardId}`] : []),
  ];
}
