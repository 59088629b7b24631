import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CookiesRefused } from '#client/accounts/entrance-commands.ts';
import { Refused } from '#client/api/api.ts';
import { demoEntryMessages as texts } from '#client/guests/demo-messages.fr.ts';
import { useBeginDemo } from '#client/guests/entry-commands.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { signUpsHere } from '#client/session/sign-ups.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Page } from './invitation-page.tsx';
import { InvitationTicket } from './invitation-ticket.tsx';

/** Says what a demo is before a press begins it: a page that is only opened makes nothing. */
export function DemoScreen() {
  const { data: me } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const begin = useBeginDemo();
  // The visitor has a session before the board is there.
  const isBusy = begin.isPending || begin.isSuccess;
  const isTaken = Boolean(me) && !isBusy;
  useDocumentTitle(texts.documentTitle);

  function press() {
    begin.mutate(undefined, {
      onSuccess: ({ boardId }) => void navigate({ to: '/board/$boardId', params: { boardId }, replace: true }),
    });
  }

  return (
    <Page>
      <InvitationTicket icon="💜" kind={texts.kind} title={texts.title} note={isTaken ? texts.here : texts.text}>
        {isTaken ? (
          <Link to="/dashboard" className={buttonClass({ kind: 'primary', size: 'lg', wide: true })}>
            {texts.home}
          </Link>
        ) : (
          <>
            {begin.error ? <ErrorBanner>{sentenceOf(begin.error)}</ErrorBanner> : null}
            <Button kind="primary" size="lg" wide pending={isBusy} onClick={press}>
              {texts.begin}
            </Button>
            {signUpsHere() === 'open' ? (
              <Link to="/signup" className={buttonClass({ kind: 'ghost', size: 'lg', wide: true })}>
                {texts.account}
              </Link>
            ) : null}
          </>
        )}
      </InvitationTicket>
    </Page>
  );
}

function sentenceOf(failure: Error): string {
  if (failure instanceof CookiesRefused) return texts.cookiesRefused;
  if (!(failure instanceof Refused)) return texts.failed;
  return failure.code === 'not_found' ? texts.none : failure.sentence;
}
