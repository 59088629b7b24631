import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InvitationPage } from '#shared/boards';
import { sessionQuery } from '#client/session/session-queries.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import { InvitationStage } from './invitation-ticket.tsx';
import { invitePageMessages as texts } from './invite-messages.fr.ts';
import styles from './invite-screen.module.css';

interface FailedProps {
  /** Why there is no ticket, in a few words. */
  title?: string;
  message: string;
  /** Left out where asking again would get the same answer. */
  onRetry?: () => void;
  isRetrying?: boolean;
  linksToRequests?: boolean;
}

/** In place of a ticket: what went wrong, and the ways on. */
export function Failed({ title = texts.error.title, message, onRetry, isRetrying = false, linksToRequests = false }: FailedProps) {
  const navigate = useNavigate();
  const home = useHome();
  useDocumentTitle(message);
  const goesOn = onRetry !== undefined || linksToRequests;
  return (
    <Page>
      <Stack className={styles.failure}>
        <Ring className={styles.failureRing} />
        <div role="alert">
          <PageTitle className={styles.failureTitle} subtitle={message}>
            {title}
          </PageTitle>
        </div>
        <Stack gap={3}>
          {onRetry ? (
            <Button kind="primary" wide pending={isRetrying} onClick={onRetry}>
              {words.retry}
            </Button>
          ) : null}
          {linksToRequests ? (
            <Link to="/requests" className={buttonClass({ kind: 'primary', wide: true })}>
              {texts.error.requests}
            </Link>
          ) : null}
          <Button kind={goesOn ? 'secondary' : 'primary'} wide onClick={() => void navigate({ to: home })}>
            {texts.error.home}
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}

interface PageProps {
  theme?: InvitationPage['theme'];
  isLong?: boolean | undefined;
  children: ReactNode;
}

/** The page around a ticket, with the way home of whoever looks at it. */
export function Page({ theme, isLong, children }: PageProps) {
  return (
    <InvitationStage theme={theme} isLong={isLong} home={<Home />}>
      {children}
    </InvitationStage>
  );
}

function Home() {
  return (
    <Link to={useHome()} className={homeLink}>
      <Wordmark />
    </Link>
  );
}

function useHome(): '/' | '/dashboard' {
  const { data: me } = useQuery(sessionQuery);
  return me ? '/dashboard' : '/';
}
