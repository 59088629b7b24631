import { useQueryClient } from '@tanstack/react-query';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { LogOnWall } from '#shared/walls';
import { api } from '#client/api/api.ts';
import { removeLock } from '#client/lock/lock-record.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { live } from '#client/sync/stream/live.ts';
import { useCommand } from '#client/ui/command.ts';
import { dropDrafts } from '#client/ui/drafts.ts';
import { wallQuery } from './wall-queries.ts';

/** Makes this browser the wall. What it has of the person is forgotten by the page that comes then, which nobody is signed in to. */
export function useOpenWall({ boardId, myId }: { boardId: BoardId; myId: UserId }) {
  return useCommand({
    mutationFn: async (body: { logs: boolean; code: string }) => {
      // It would tell of the end of the session before the answer is here.
      live.stop();
      try {
        await api('POST /api/boards/:boardId/walls', { params: { boardId }, body, as: myId });
      } catch (error) {
        live.start(myId);
        throw error;
      }
      lastWords.add('wipe', myId);
      dropDrafts();
      // It ends with the session: the wall would start covered.
      removeLock();
      location.replace(`/mur/${boardId}`);
    },
  });
}

export function useLogOnWall() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: LogOnWall) => api('POST /api/wall/activities', { body }),
    // What came of it is said without waiting for what the wall reads then.
    onSettled: () => void client.invalidateQueries(wallQuery),
  });
}

/** By the id under which this wall has noted it. What came of it is told also where the button has gone meanwhile. */
export function useUndoOnWall(told: { onSuccess: () => void; onError: (error: Error) => void }) {
  const client = useQueryClient();
  return useCommand({
    ...told,
    mutationFn: (activityId: ActivityId) => api('POST /api/wall/activities/:activityId/undo', { params: { activityId } }),
    onSettled: () => void client.invalidateQueries(wallQuery),
  });
}

export function useLeaveWall() {
  return useCommand({
    mutationFn: (code: string) => api('POST /api/wall/end', { body: { code } }),
    onSuccess: () => location.replace('/login'),
  });
}
