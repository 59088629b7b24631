import { useId, useState } from 'react';
import type { Activity } from '#shared/activities';
import type { OpenedBoard } from '#shared/boards';
import { doerOf } from '#shared/doer';
import type { ActivityId, UserId } from '#shared/ids';
import { likelyActions } from '#client/actions/tile-order.ts';
import { useLoggedToast } from '#client/activities/logged-toast.tsx';
import { reactionItems } from '#client/activities/reactions.tsx';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { mayThank, thank } from '#client/activities/thanks.ts';
import { newId } from '#client/api/new-id.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Pill, RowItem } from '#client/ui/surface/surface.tsx';
import { newsBubbleMessages } from './news-bubble-messages.fr.ts';
import { riposteMessages as texts } from './riposte-messages.fr.ts';
import styles from './riposte-sheet.module.css';

interface RiposteSheetProps {
  opened: OpenedBoard;
  myId: UserId;
  open: boolean;
  onClose: () => void;
}

/** In how many actions an answer is looked for. */
const offered = 3;

/** What opens from the notification of a log: the actions with which this person most likely answers, each by one press, and the reactions. */
export function RiposteSheet({ opened, myId, open, onClose }: RiposteSheetProps) {
  const { board, actions, members } = opened;
  const isForTwo = members.length === 2;
  const announce = useLoggedToast();
  const reactId = useId();
  const activity = newestOfOthers(opened, myId);
  // Read once, so that no tile moves under the finger.
  const [likely] = useState(() => likelyActions(opened, offered).map(({ id }) => id));
  const tiles = likely.flatMap((id) => actions.find((action) => action.id === id) ?? []);

  function log(action: OpenedBoard['actions'][number]) {
    const item = logOf(board.id, action);
    outbox.enqueue(item);
    announce([item]);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={activity ? undefined : texts.text}
      footer={<Button onClick={onClose}>{texts.all}</Button>}
    >
      <Stack data-board-theme={board.theme}>
        {activity ? (
          <RowItem
            as="div"
            face={<Avatar emoji={members.find(({ userId }) => userId === doerOf(activity))?.avatar ?? activity.userAvatar} size="sm" />}
            words={sentenceOf(activity, myId, isForTwo)}
            number={<PointsPill points={activity.points} />}
          />
        ) : null}
        {activity && isForTwo && mayThank(activity, myId) ? (
          <Button
            kind="primary"
            onClick={() => {
              thank({ boardId: board.id, activityId: activity.id });
              onClose();
            }}
          >
            {reactionsMessages.thank}
          </Button>
        ) : null}
        {tiles.length > 0 ? (
          <Tiles as="ul" gap={3} className={styles.tiles} aria-label={texts.tiles}>
            {tiles.map((action) => (
              <li key={action.id}>
                <ActionTile title={action.title} points={action.points} emoji={action.emoji} onSelect={() => log(action)} />
              </li>
            ))}
          </Tiles>
        ) : null}
        {activity ? (
          <>
            <p id={reactId} className="label">
              {texts.react}
            </p>
            <Row gap={2} role="group" aria-labelledby={reactId}>
              {reactionsTo(activity.id).map(({ label, icon, onSelect }) => (
                <Pill key={label} aria-label={label} title={label} onClick={onSelect}>
                  {icon}
                </Pill>
              ))}
            </Row>
          </>
        ) : null}
      </Stack>
    </Dialog>
  );

  function reactionsTo(activityId: ActivityId) {
    return reactionItems(
      () => false,
      (emoji) => {
        outbox.enqueue({ kind: 'reaction', id: newId(), boardId: board.id, activityId, emoji, isOn: true });
        onClose();
      },
    );
  }
}

function newestOfOthers({ activities: { activities } }: OpenedBoard, myId: UserId): Activity | undefined {
  return activities.find((one) => one.userId !== null && doerOf(one) !== myId && !one.undone);
}

function sentenceOf({ title, userId, username, notedBy }: Activity, myId: UserId, isForTwo: boolean): string {
  if (!notedBy || userId !== myId) return newsBubbleMessages.one({ name: username, title });
  return (isForTwo ? newsBubbleMessages.seen : newsBubbleMessages.notedForYou)({ by: notedBy.username, title });
}
