import { useState } from 'react';
import type { Action } from '#shared/actions';
import type { ActivityId, UserId } from '#shared/ids';
import type { Wall } from '#shared/walls';
import { sentenceOf } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { useLogOnWall } from './wall-commands.ts';
import { wallMessages as texts } from './wall-messages.fr.ts';

interface LogDialogProps {
  wall: Wall;
  open: boolean;
  onClose: () => void;
  onLogged: (text: string, id: ActivityId) => void;
}

type Member = Wall['members'][number];

/** Who one is, then what one has done: one press notes it. */
export function LogDialog({ wall: { members, actions, board }, open, onClose, onLogged }: LogDialogProps) {
  const [whoId, setWhoId] = useState<UserId>();
  // They may be removed meanwhile.
  const who = members.find(({ userId }) => userId === whoId);
  /** Of a log that got no answer: pressed again before the dialog closes, it is the same one. */
  const [tried, setTried] = useState<{ key: string; id: ActivityId }>();
  const log = useLogOnWall();

  function choose(member: Member, { id: actionId, points, title }: Action) {
    const key = `${member.userId} ${actionId} ${points}`;
    const id = tried?.key === key ? tried.id : newId<ActivityId>();
    setTried({ key, id });
    log.mutate(
      { id, actionId, points, memberId: member.userId },
      {
        onSuccess: () => {
          setTried(undefined);
          onLogged(texts.logged({ name: member.username, title, points }), id);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setWhoId(undefined);
        setTried(undefined);
        log.reset();
      }}
      title={who ? texts.what({ name: who.username }) : texts.who}
      size="wide"
      locked={log.isPending}
      hasGuests={false}
    >
      <Stack data-board-theme={board.theme}>
        <ErrorBanner>{log.error && sentenceOf(log.error)}</ErrorBanner>
        <Tiles gap={2}>
          {who
            ? actions.map((action) => (
                <ActionTile
                  key={action.id}
                  title={action.title}
                  points={action.points}
                  emoji={action.emoji}
                  onSelect={() => choose(who, action)}
                />
              ))
            : members.map((member) => (
                <Button
                  key={member.userId}
                  size="lg"
                  wide
                  icon={<Avatar emoji={member.avatar} size="sm" />}
                  onClick={() => setWhoId(member.userId)}
                >
                  {member.username}
                </Button>
              ))}
        </Tiles>
        {who ? <Button onClick={() => setWhoId(undefined)}>{texts.someoneElse}</Button> : null}
      </Stack>
    </Dialog>
  );
}
