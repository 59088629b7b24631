import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import { passkeyAbilitiesQuery } from '#client/accounts/passkey-queries.ts';
import { Refused } from '#client/api/api.ts';
import { sessionQuery, useMe } from '#client/session/session-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { SlotCard } from '#client/ui/slot-card.tsx';
import { fullDate } from '#client/ui/format.fr.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { demoMessages } from './demo-messages.fr.ts';
import { guestMessages as texts } from './guest-messages.fr.ts';
import { putOffKeeping, useIsKeepOffered } from './keep-offer.ts';
import { KeepSheet } from './keep-sheet.tsx';
import { keepWords } from './keep-words.ts';
import { askToKeep, keepSheet, renamed } from '#client/accounts/keeping.ts';

/** What a guest is told and asked on any screen: their name, the card from the second day on, and the sheet that keeps their game. */
export function GuestCards() {
  const me = useMe();
  const isOffered = useIsKeepOffered(me);
  const isOpen = useObserved(keepSheet);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // Known before the sheet opens, which has a button for it.
  useQuery(passkeyAbilitiesQuery);
  useWayOut(me);
  useNewName();
  if (me.demoUntil !== null) return <DemoCard until={me.demoUntil} />;
  return (
    <>
      {me.isGuest && isOffered && !asking.has(pathname) ? <KeepCard myId={me.id} /> : null}
      <KeepSheet open={isOpen} onClose={() => keepSheet.set(false)} />
    </>
  );
}

const leadsOut: ReadonlySet<string | undefined> = new Set(['guest_must_keep', 'demo_stays_here']);

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

/** Says how long a demo lasts, and leads to an account wherever a guest would be led to the sheet. */
function DemoCard({ until }: { until: number }) {
  const navigate = useNavigate();
  const [isPutOff, putOff] = useState(false);
  const isAsked = useObserved(keepSheet);
  const { action } = keepWords({ demoUntil: until });
  useEffect(() => {
    if (!isAsked) return;
    keepSheet.set(false);
    void navigate({ to: '/signup' });
  }, [isAsked, navigate]);
  if (isPutOff) return null;
  return (
    <SlotCard
      rank="keep"
      words={<p>{demoMessages.card({ until: fullDate(until) })}</p>}
      answers={
        <>
          <Button kind="ghost" onClick={() => putOff(true)}>
            {texts.keep.later}
          </Button>
          {action === null ? null : (
            <Button kind="primary" onClick={askToKeep}>
              {action}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Whatever is refused to a guest, a toast leads to the sheet; in a demo, to an account. Who is no guest any more is shown so. */
function useWayOut({ demoUntil }: Account): void {
  const { show } = useToasts();
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (!(error instanceof Refused)) return;
        // The game was kept in another tab, or by a call whose reply was lost.
        if (error.code === 'already_kept') void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        if (!leadsOut.has(error.code)) return;
        const { action } = keepWords({ demoUntil });
        show({ message: error.sentence, ...(action !== null && { action: { label: action, onAction: askToKeep } }) });
      }),
    [client, show, demoUntil],
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
