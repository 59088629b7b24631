import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { Token } from '#shared/tokens';
import card from '#client/accounts/edit-profile-screen.module.css';
import { List, ListRow } from '#client/accounts/list.tsx';
import { Section } from '#client/accounts/section.tsx';
import { Refused } from '#client/api/api.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { askToKeep } from '#client/accounts/keeping.ts';
import { useMe } from '#client/session/session-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { machineDate } from '#client/ui/format.fr.ts';
import { Loaded } from '#client/ui/loaded.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { MakeTokenDialog } from './make-token-dialog.tsx';
import { tokensQuery, useEndToken } from './token-commands.ts';
import { tokenMessages as texts } from './token-messages.fr.ts';

/** What the person gave to programs: each token is made, listed and ended here. */
export function TokensSection() {
  const tokens = useQuery(tokensQuery);
  const { isGuest } = useMe();
  const [isMaking, setMaking] = useState(false);
  return (
    <Section title={texts.title} icon={KeyRound} count={tokens.data?.length}>
      <p>{texts.lead}</p>
      <Loaded query={tokens} texts={texts}>
        {(list) => <List of={list}>{(token) => <TokenRow token={token} />}</List>}
      </Loaded>
      <div className={card.buttons}>
        <Button onClick={() => (isGuest ? askToKeep() : setMaking(true))}>{texts.make}</Button>
      </div>
      <MakeTokenDialog open={isMaking} onClose={() => setMaking(false)} />
    </Section>
  );
}

function TokenRow({ token }: { token: Token }) {
  const { name, rights, boards, createdAt, usedOn, expiresAt } = token;
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  const now = useServerTime(expiresAt === null ? [] : [expiresAt]);
  const reach = useReach(boards);
  // A day of the calendar, at noon of this device: the same day wherever it is.
  const used = usedOn === null ? null : Date.parse(`${usedOn}T12:00`);
  const end = expiresAt === null ? texts.forever : expiresAt > now ? texts.ends({ time: expiresAt }) : texts.ended({ time: expiresAt });
  return (
    <ListRow
      picture={<KeyRound />}
      name={name}
      badge={texts.rights[rights]}
      linesId={id}
      lines={
        <>
          <span>{reach}</span>
          <time dateTime={machineDate(createdAt)}>{texts.made({ time: createdAt })}</time>
          {used === null ? <span>{texts.unused}</span> : <time dateTime={usedOn ?? undefined}>{texts.used({ time: used })}</time>}
          <span>{end}</span>
        </>
      }
    >
      <Button aria-label={texts.removeNamed({ name })} aria-describedby={id} onClick={() => setLeaving(true)}>
        {texts.remove}
      </Button>
      <RemovalDialog token={token} open={isLeaving} onClose={() => setLeaving(false)} />
    </ListRow>
  );
}

/** The names of the boards that a token may reach. */
function useReach(boards: Token['boards']): string {
  const { data: cards } = useQuery(boardsQuery);
  if (boards === null) return texts.allBoards;
  if (boards.length === 0) return texts.noBoard;
  // Not known yet: an empty line keeps their room.
  if (!cards) return '\u00A0';
  return texts.someBoards({ names: boards.map((id) => cards.find((one) => one.id === id)?.title ?? texts.leftBoard) });
}

interface RemovalDialogProps {
  token: Token;
  open: boolean;
  onClose: () => void;
}

function RemovalDialog({ token: { id, name }, open, onClose }: RemovalDialogProps) {
  const { show } = useToasts();
  const end = useEndToken();
  const remove = () =>
    end.mutate(id, {
      onSuccess: () => show({ kind: 'success', message: texts.removal.done({ name }) }),
      onError: (error) => {
        const isGone = error instanceof Refused && error.code === 'token_not_found';
        show(isGone ? { message: error.sentence } : { kind: 'error', message: texts.removal.failed });
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open={open}
      onCancel={onClose}
      onConfirm={remove}
      title={texts.removal.title}
      text={texts.removal.text({ name })}
      confirmLabel={texts.remove}
      danger
      pending={end.isPending}
    />
  );
}
