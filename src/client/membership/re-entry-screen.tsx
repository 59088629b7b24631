import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { Returning } from '#shared/guests';
import { CookiesRefused } from '#client/accounts/entrance-commands.ts';
import { Refused } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { reEntryQuery, useReEnter } from '#client/guests/entry-commands.ts';
import { reEntryMessages as texts } from '#client/guests/entry-messages.fr.ts';
import { enterAsHere, isGameHere } from '#client/accounts/game-here.ts';
import { useAccountHere } from '#client/session/session-queries.ts';
import { useLastFailure } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { Failed, Page } from './invitation-page.tsx';
import { InvitationOutline, InvitationTicket } from './invitation-ticket.tsx';

/** The page of a link of re-entry: it opens a game by a press, never by itself, since messengers look at what is sent. */
export function ReEntryScreen(): ReactElement {
  const token: string | null = useLocation({ select: ({ hash }) => tokenOf(hash) });
  return token === null ? <Over /> : <ReEntry key={token} token={token} />;
}

/** What stands behind '#', which no browser sends and no server logs. A messenger may take the full stop behind a link for a part of it. */
function tokenOf(hash: string): string | null {
  const [, token] = /^#?([\w-]{1,128})(?:[^\w-]|$)/.exec(hash) ?? [];
  return token ?? null;
}

function Over() {
  useDocumentTitle(texts.title);
  return <Failed title={texts.over} message={texts.overText} />;
}

function ReEntry({ token }: { token: string }) {
  const me = useAccountHere();
  const navigate = useNavigate();
  const client = useQueryClient();
  const reEnter = useReEnter();
  // A second press after a lost reply opens what the first one opened.
  const [idempotencyKey] = useState(newId);
  // The guest has a session before the next screen is there, and the page asks nothing of the link any more.
  const [entering, setEntering] = useState<Returning | null>(null);
  const whose = useQuery({ ...reEntryQuery(token), enabled: entering === null });
  const failure = useLastFailure(whose.error);
  useDocumentTitle(texts.title);

  const shown = entering ?? whose.data;
  if (isOver(reEnter.error) || isOver(failure)) return <Over />;
  if (!shown) {
    return failure ? (
      <Failed message={texts.loadFailed} onRetry={() => void whose.refetch()} isRetrying={whose.isFetching} />
    ) : (
      <Page>
        <InvitationOutline label={texts.loading} />
      </Page>
    );
  }

  function press() {
    setEntering(shown ?? null);
    reEnter.mutate(
      { token, idempotencyKey },
      {
        onSuccess: () => void navigate({ to: '/dashboard', replace: true }),
        onError: (refused) => {
          setEntering(null);
          // The page then says whose game it is.
          if (isGameHere(refused)) void enterAsHere(client).catch(reporting('command'));
        },
      },
    );
  }

  const isTaken = Boolean(me) && entering === null;
  return (
    <Page>
      <InvitationTicket
        icon={shown.avatar}
        kind={texts.welcome}
        title={shown.username}
        note={isTaken ? texts.here({ name: me?.username ?? '' }) : texts.text}
      >
        {isTaken ? (
          <Link to="/dashboard" className={buttonClass({ kind: 'primary', size: 'lg', wide: true })}>
            {texts.home}
          </Link>
        ) : (
          <>
            <p className="hint">{texts.once}</p>
            {reEnter.error ? <ErrorBanner>{sentenceOf(reEnter.error)}</ErrorBanner> : null}
            <Button kind="primary" size="lg" wide pending={reEnter.isPending || reEnter.isSuccess} onClick={press}>
              {texts.resume}
            </Button>
          </>
        )}
      </InvitationTicket>
    </Page>
  );
}

function isOver(failure: unknown): boolean {
  return failure instanceof Refused && failure.code === 'return_link_invalid';
}

function sentenceOf(failure: Error): string {
  if (failure instanceof CookiesRefused) return texts.cookiesRefused;
  return failure instanceof Refused ? failure.sentence : texts.failed;
}
