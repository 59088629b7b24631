import { changeOfActivity } from '#shared/activity-change';
import type { BoardChange } from '#shared/boards';
import { tellUnlocked } from '#client/sync/replica/unlocked-news.ts';
import { api } from '#client/api/api.ts';
import { SentAsAnother } from './worker.ts';
import type { PendingActivity, Command } from './queue.ts';

/**
 * Sends a command as this person; with `keepalive`, though the page ends.
 *
 * @throws {Refused} with 401 when the session is nobody's or another person's; then nothing happened
 * @throws {Unreachable} no answer; it may have happened
 * @throws {SentAsAnother} when the reply says that somebody else logged it
 */
export async function sendCommand({ items }: Command, as: string, keepalive = false): Promise<readonly BoardChange[]> {
  const [first, ...others] = items;
  if (!first) return [];
  const { boardId, id } = first;
  if (first.kind === 'undo') {
    const params = { boardId, activityId: id };
    return [await api('POST /api/boards/:boardId/activities/:activityId/undo', { params, as, keepalive })];
  }
  const logs = items.filter((item) => item.kind === 'log');
  const logged =
    others.length === 0
      ? [
          await api('POST /api/boards/:boardId/activities', {
            params: { boardId },
            body: { id, actionId: first.actionId, points: first.points },
            as,
            keepalive,
          }),
        ]
      : (await api('POST /api/activities', { body: { activities: logs.map(bodyOf) }, as, keepalive })).logged;
  if (logged.some(({ activity }) => activity.userId !== as)) throw new SentAsAnother();
  for (const { unlocked } of logged) tellUnlocked(as, unlocked);
  return logged.map((one) => changeOfActivity(one.activity, one));
}

function bodyOf({ id, boardId, actionId, points }: PendingActivity) {
  return { id, boardId, actionId, points };
}
