import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserId } from '#shared/ids';
import { onceADay } from '#shared/once-a-day';
import { api, Refused } from '#client/api/api.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { flameToday, useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { memberCardMessages as texts } from './member-card-messages.fr.ts';
import styles from './member-card.module.css';

interface NudgeButtonProps {
  shown: Pick<ShownBoard, 'board' | 'activities'>;
  /** A member, not the person themselves. */
  userId: UserId;
  /** The name of the member, where several are nudged side by side. */
  name?: string;
  className?: string | undefined;
}

/** Nudges a member who has logged nothing today; once a day (decision D69). */
export function NudgeButton({ shown: { board, activities }, userId, name, className }: NudgeButtonProps) {
  const client = useQueryClient();
  const today = useDayIn(board.timeZone);
  // Kept with what was seen here, over a reload too; of another browser only the server knows, and says so.
  const queryKey = ['nudged', board.id, userId];
  const { data: nudged } = useQuery<Nudged | null>({ queryKey, queryFn: () => null, enabled: false });
  const remember = (sentence: string | null, wait = onceADay) =>
    client.setQueryData<Nudged>(queryKey, { until: serverTime() + wait, sentence });
  const nudge = useCommand({
    mutationFn: () => api('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: board.id, userId } }),
    onSuccess: ({ sentence }) => remember(sentence),
    onError: (error) => isNudgedAlready(error) && remember(null, error.retryAfterMs || onceADay),
  });
  // What an earlier version of the app kept has no end: the server says whether it is over.
  const until = nudged?.until ?? 0;
  const isDone = useServerTime([until]) < until;
  if (flameToday(board, today, activities).played.has(userId)) return null;
  return (
    <Stack gap={2} className={className}>
      <Button
        pending={nudge.isPending}
        aria-disabled={isDone || undefined}
        aria-label={name === undefined ? undefined : isDone ? texts.nudgedOf({ name }) : texts.nudgeOf({ name })}
        onClick={() => isDone || nudge.mutate()}
      >
        {isDone ? texts.nudged : texts.nudge}
      </Button>
      <p role="status" className={styles.said}>
        {isDone && nudged && nudged.sentence !== null ? texts.nudgedWith({ sentence: nudged.sentence }) : null}
      </p>
      {nudge.isError && !isDone ? (
        <ErrorBanner>{nudge.error instanceof Refused ? nudge.error.sentence : texts.nudgeFailed}</ErrorBanner>
      ) : null}
    </Stack>
  );
}

interface Nudged {
  /** The server's clock then allows the next one, in milliseconds since 1970. */
  until: number;
  /** Null where only the server knows it. */
  sentence: string | null;
}

function isNudgedAlready(error: Error): error is Refused {
  return error instanceof Refused && error.code === 'nudged_today';
}
