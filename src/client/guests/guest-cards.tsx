import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { UserId } from '#shared/ids';
import { passkeyAbilitiesQuery } from '#client/accounts/passkey-queries.ts';
import { Refused } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { SlotCard } from '#client/ui/slot-card.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { guestMessages as texts } from './guest-messages.fr.ts';
import { putOffKeeping, useIsKeepOffered } from './keep-offer.ts';
import { KeepSheet } from './keep-sheet.tsx';
import { askToKeep, keepSheet, renamed } from './keeping.ts';

/** What a guest is told and asked on any screen: their name, the card from the second day on, and the sheet that keeps their game. */
export function GuestCards() {
  const me = useMe();
  const isOffered = useIsKeepOffered(me);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // Known before the sheet opens, which has a button for it.
  useQuery(passkeyAbilitiesQuery);
  useWayOut();
  useNewName();
  return (
    <>
      {me.isGuest && isOffered && !asking.has(pathname) ? <KeepCard myId={me.id} /> : null}
      <KeepSheet open={useObserved(keepSheet)} onClose={() => keepSheet.set(false)} />
    </>
  );
}

/** The screens that ask for it themselves. */
const asking: ReadonlySet<string> = new Set(['/edit-profile', '/create-board']);

function KeepCard({ myId }: { myId: UserId }) {
  const { title, text, later, action } = texts.keep;
  return (
    <SlotCard
      rank="keep"
      words={
        <>
          <strong>{title}</strong>
          <p>{text}</p>
        </>
      }
      answers={
        <>
          <Button kind="ghost" onClick={() => putOffKeeping(myId)}>
            {later}
          </Button>
          <Button kind="primary" onClick={askToKeep}>
            {action}
          </Button>
        </>
      }
    />
  );
}

/** Whatever is refused to a guest, a toast leads to the sheet. */
function useWayOut(): void {
  const { show } = useToasts();
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (!(error instanceof Refused) || error.code !== 'guest_must_keep') return;
        show({ message: error.sentence, action: { label: texts.keep.action, onAction: askToKeep } });
      }),
    [client, show],
  );
}

function useNewName(): void {
  const { show } = useToasts();
  const name = useObserved(renamed);
  const tell = useEffectEvent((username: string) => {
    renamed.set(null);
    show({ message: texts.renamed({ name: username }) });
  });
  useEffect(() => {
    if (name !== null) tell(name);
  }, [name]);
}
