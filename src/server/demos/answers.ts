/** The second player of a demo: answers what the visitor logs, as if somebody sat at another phone. */
import { demoLimits } from '#shared/demos';
import type { EventOf } from '#shared/events';
import type { ActivityId, UserId } from '#shared/ids';
import { readActions } from '../actions/action-views.ts';
import type { NewActivity } from '../activities/activities.ts';
import type { GivenReaction } from '../activities/reactions.ts';
import type { Database, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors/refusal.ts';
import { repeatableId } from '../ids/ids.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Worker } from '../jobs/runner.ts';
import { answerTo, demoAction } from './demo-game.fr.ts';
import { countTurns, findLogToAnswer, isVisitorOf } from './demo-store.ts';

/** In milliseconds. A person takes about as long to look at the phone and answer. */
const answersAfter = 2500;

/** Has the second player answer, once for all that one call has logged. */
export async function queueDemoAnswer(work: Work, { by, logged }: EventOf<'activities_logged'>): Promise<void> {
  const last = logged.at(-1);
  if (!last || !(await isVisitorOf(work.db, { userId: by, boardId: last.boardId }))) return;
  await addJob(work, 'answer_demo', last.activity.id, Date.now() + answersAfter);
}

/** What the second player does, by the use cases of people. */
interface Moves {
  log(userId: UserId, activity: NewActivity): Promise<unknown>;
  react(userId: UserId, given: GivenReaction): Promise<unknown>;
}

export function createDemoPlayer({ read }: Pick<Database, 'read'>, boardKeys: Deps['boardKeys'], { log, react }: Moves): Worker {
  async function answer(activityId: ActivityId): Promise<void> {
    const asked = await findLogToAnswer(read, activityId);
    if (!asked) return;
    const { board_id: boardId, player, points } = asked;
    const turn = await countTurns(read, { boardId, player, activityId });
    const move = turn > demoLimits.answers ? undefined : answerTo(turn);
    if (!move) return;
    if (!('action' in move)) return void (await react(player, { boardId, activityId, emoji: points < 0 ? move.loss : move.gain }));
    const actions = await readActions(read, boardId, await boardKeys.of(read, boardId));
    const action = demoAction(actions, move.action);
    // The log has an id of its own: a job that runs again after a kill makes the same log.
    const id = repeatableId<ActivityId>(player, `answer ${activityId}`);
    if (action) await log(player, { id, boardId, actionId: action.id, ...(move.note === undefined ? {} : { note: move.note }) });
  }

  return {
    async run({ subject }) {
      try {
        await answer(subject as ActivityId);
      } catch (failure) {
        // Undone or erased at this very moment: there is nothing to answer.
        if (!(failure instanceof Refusal)) throw failure;
      }
      return undefined;
    },
    longestRun: 30_000,
    waits: [5000],
    mostAttempts: 3,
    patience: 1000,
  };
}
