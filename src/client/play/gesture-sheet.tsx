import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import { gestureLimits } from '#shared/gesture-rules';
import type { GestureCandidate, OpenGesture } from '#shared/gestures';
import type { ActivityId } from '#shared/ids';
import { visibleText } from '#shared/visible-text';
import { api, Refused } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { gestureMessages as texts } from './gesture-messages.fr.ts';
import { gestureQuery } from './play-queries.ts';
import styles from './propose-dialog.module.css';

interface GestureSheetProps {
  board: Pick<BoardCard, 'id' | 'theme' | 'timeZone'>;
  open: boolean;
  onClose: () => void;
}

/** The gains of others in the week that ends: one of them is chosen in secret, with a few words (decision D50). */
export function GestureSheet({ board, open, onClose }: GestureSheetProps) {
  const { data: gesture, isError, isFetching, refetch } = useQuery({ ...gestureQuery(board.id), enabled: open });
  const form = useId();
  const now = useServerTime(gesture ? [gesture.closesAt] : []);
  const [typed, setTyped] = useState<{ activityId?: ActivityId; words?: string }>({});
  const isOpen = gesture && now < gesture.closesAt;
  const activityId = typed.activityId ?? gesture?.mine?.activityId;
  const words = typed.words ?? gesture?.mine?.words ?? '';
  const command = useChoice(board.id);
  const { show } = useToasts();

  async function choose() {
    if (activityId === undefined) return;
    try {
      const sent = command.send({ activityId, words: visibleText(words) });
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message: texts.saved });
      onClose();
    } catch (error) {
      show({ kind: 'error', message: error instanceof Refused ? error.sentence : texts.failed });
      // What was refused is undone, contested or over.
      if (error instanceof Refused) void refetch();
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setTyped({})}
      title={texts.title}
      description={isOpen ? texts.lead : undefined}
      footer={
        isOpen && gesture.candidates.length > 0 ? (
          <Button kind="primary" type="submit" form={form} pending={command.isPending} disabled={activityId === undefined}>
            {texts.keep}
          </Button>
        ) : null
      }
    >
      {gesture === undefined ? (
        isError ? (
          <ErrorBanner onRetry={() => void refetch()} isRetrying={isFetching}>
            {texts.loadFailed}
          </ErrorBanner>
        ) : (
          <Skeleton label={texts.loading} shape="row" count={3} />
        )
      ) : !isOpen ? (
        <p>{texts.over}</p>
      ) : gesture.candidates.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <form
          id={form}
          data-board-theme={board.theme}
          onSubmit={(event) => {
            event.preventDefault();
            void choose();
          }}
        >
          <Stack gap={3}>
            <Gains
              {...{ gesture, activityId }}
              timeZone={board.timeZone}
              onChoose={(one) => setTyped((before) => ({ ...before, activityId: one }))}
            />
            <TextField
              label={texts.words}
              hint={texts.wordsHint}
              placeholder={texts.wordsPlaceholder}
              maxLength={gestureLimits.wordsMax}
              autoComplete="off"
              value={words}
              onChange={({ currentTarget }) => setTyped((before) => ({ ...before, words: currentTarget.value }))}
            />
            {gesture.chosen > 0 ? <p className={styles.days}>{texts.chosen({ count: gesture.chosen })}</p> : null}
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

interface GainsProps {
  gesture: OpenGesture;
  activityId: ActivityId | undefined;
  timeZone: string;
  onChoose: (activityId: ActivityId) => void;
}

function Gains({ gesture: { candidates }, activityId, timeZone, onChoose }: GainsProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{texts.gains}</legend>
      <Stack gap={2}>
        {candidates.map((one) => (
          <Gain
            key={one.activityId}
            {...{ group, timeZone }}
            gain={one}
            isChosen={one.activityId === activityId}
            onChoose={() => onChoose(one.activityId)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

interface GainProps {
  gain: GestureCandidate;
  group: string;
  timeZone: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Gain({ gain: { title, emoji, username, loggedAt }, group, timeZone, isChosen, onChoose }: GainProps) {
  return (
    <label className={styles.option}>
      <Avatar emoji={emoji ?? '⭐'} />
      <span>
        <strong>
          <Hyphenated>{title}</Hyphenated>
        </strong>
        <br />
        {texts.by({ name: username, day: weekdayIn(timeZone, loggedAt) })}
      </span>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
    </label>
  );
}

function weekdayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone }).format(at);
}

/** Sends a choice; the cards of boards and the sheet show what became of it. */
function useChoice(boardId: BoardCard['id']) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: { activityId: ActivityId; words: string }) => api('PUT /api/boards/:boardId/gesture', { params: { boardId }, body }),
    onSuccess: ({ gesture }) => {
      client.setQueryData(gestureQuery(boardId).queryKey, gesture);
      if (!gesture) return;
      const { closesAt, chosen } = gesture;
      client.setQueryData(queryKeys.boards, (cards) =>
        cards?.map((card) => (card.id === boardId ? { ...card, gesture: { closesAt, chosen, isChosen: true } } : card)),
      );
    },
  });
}
