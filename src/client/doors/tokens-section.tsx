import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Token } from '#shared/tokens';
import devices from '#client/accounts/device-list.module.css';
import card from '#client/accounts/edit-profile-screen.module.css';
import { Refused } from '#client/api/api.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { machineDate } from '#client/ui/format.fr.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { MakeTokenDialog } from './make-token-dialog.tsx';
import { tokensQuery, useEndToken } from './token-commands.ts';
import { tokenMessages as texts } from './token-messages.fr.ts';

/** What the person gave to programs: each token is made, listed and ended here. */
export function TokensSection() {
  const id = useId();
  const tokens = useQuery(tokensQuery);
  const section = useRef<HTMLElement>(null);
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Token | null>(null);
  useFocusAfterRemoval(tokens.data?.length ?? 0, section);

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={card.card}>
      <h2 id={id}>
        <KeyRound aria-hidden="true" />
        {texts.title}
      </h2>
      <p>{texts.lead}</p>
      {tokens.data ? (
        tokens.data.length > 0 && (
          <ul className={devices.devices}>
            {tokens.data.map((token) => (
              <TokenRow key={token.id} token={token} onRemove={() => setLeaving(token)} />
            ))}
          </ul>
        )
      ) : tokens.isError ? (
        <ErrorBanner onRetry={tokens.refetch} isRetrying={tokens.isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} count={1} />
      )}
      <div className={card.buttons}>
        <Button onClick={() => setMaking(true)}>{texts.make}</Button>
      </div>
      <MakeTokenDialog open={isMaking} onClose={() => setMaking(false)} />
      <RemovalDialog token={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

function TokenRow({ token: { name, rights, boards, createdAt, usedOn, expiresAt }, onRemove }: { token: Token; onRemove: () => void }) {
  const id = useId();
  const now = useServerTime(expiresAt === null ? [] : [expiresAt]);
  const reach = useReach(boards);
  // A day of the calendar, at noon of this device: the same day wherever it is.
  const used = usedOn === null ? null : Date.parse(`${usedOn}T12:00`);
  const end = expiresAt === null ? texts.forever : expiresAt > now ? texts.ends({ time: expiresAt }) : texts.ended({ time: expiresAt });
  return (
    <li className={devices.device}>
      <span aria-hidden="true" className={devices.picture}>
        <KeyRound />
      </span>
      <div className={devices.what}>
        <p className={devices.name}>
          {name}
          <span className="badge">{texts.rights[rights]}</span>
        </p>
        <p id={id} className={devices.dates}>
          <span>{reach}</span>
          <time dateTime={machineDate(createdAt)}>{texts.made({ time: createdAt })}</time>
          {used === null ? <span>{texts.unused}</span> : <time dateTime={usedOn ?? undefined}>{texts.used({ time: used })}</time>}
          <span>{end}</span>
        </p>
      </div>
      <Button aria-label={texts.removeNamed({ name })} aria-describedby={id} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
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

function RemovalDialog({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const { show } = useToasts();
  const end = useEndToken();
  // The name stays while the dialog closes.
  const [shown, setShown] = useState(token);
  if (token !== null && token !== shown) setShown(token);
  const name = shown?.name ?? '';

  function remove() {
    if (!token) return;
    end.mutate(token.id, {
      onSuccess: () => show({ kind: 'success', message: texts.removal.done({ name }) }),
      onError: (error) => {
        const isGone = error instanceof Refused && error.code === 'token_not_found';
        show(isGone ? { message: error.sentence } : { kind: 'error', message: texts.removal.failed });
      },
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={token !== null}
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
