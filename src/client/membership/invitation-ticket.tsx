import type { ReactNode } from 'react';
import { invitationMessages as texts } from '#shared/invitation-messages.fr';
import { Avatar } from '#client/ui/avatar.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Loader } from '#client/ui/ring.tsx';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import { invitePageMessages } from './invite-messages.fr.ts';
import styles from './invite-screen.module.css';
import ticket from './ticket.module.css';

/** The first thing that a visitor of any invitation sees, even of one that does not exist. It needs neither router nor data. */
export function InvitationSkeleton() {
  return (
    <InvitationStage
      home={
        <a href="/" className={homeLink}>
          <Wordmark />
        </a>
      }
    >
      <InvitationOutline />
      <div className={styles.withoutScript}>
        <InvitationTicket icon="👑" kind={invitePageMessages.invitation} title={texts.page.title} note={texts.page.note}>
          <a href="/" className={buttonClass({ kind: 'secondary', size: 'lg', wide: true })}>
            {texts.page.discover}
          </a>
        </InvitationTicket>
      </div>
    </InvitationStage>
  );
}

interface InvitationStageProps {
  /** The board's; without one the app's own. */
  theme?: string | undefined;
  /** The link home. */
  home: ReactNode;
  /** What is to be filled in there is as high as a phone: where there is room it stands beside the title. */
  isLong?: boolean | undefined;
  children: ReactNode;
}

/** The page around a ticket, in the board's own light. */
export function InvitationStage({ theme, home, isLong = false, children }: InvitationStageProps) {
  return (
    <div className={styles.page} data-board-theme={theme}>
      <header className={styles.top} data-board-theme="pink">
        {home}
      </header>
      <main className={classNames(styles.main, isLong && styles.long)}>{children}</main>
    </div>
  );
}

interface InvitationTicketProps {
  icon: string;
  /** Who invites, where the link says so. */
  face?: string | undefined;
  /** What the invitation is to this visitor. */
  kind: string;
  title: string;
  note: string;
  /** Stands where the board's icon stands otherwise. */
  scene?: ReactNode;
  children: ReactNode;
}

/** Stands in for the ticket until the invitation is known: the texts of a ticket are not true of every link. */
export function InvitationOutline({ label = invitePageMessages.loading }: { label?: string }) {
  return (
    <div aria-busy="true" className={styles.outline}>
      <Loader size="lg" label={label} />
      <div className={classNames(ticket.ticket, styles.blank)}>
        <div className={ticket.front}>
          <Stack gap={3} className={styles.unread}>
            <span className={styles.icon}>👑</span>
            <p className={styles.kind}>{invitePageMessages.invitation}</p>
            <p className={styles.lineOfTitle} />
          </Stack>
        </div>
        <div className={ticket.stub}>
          <Stack gap={3} className={styles.unread}>
            <p>{invitePageMessages.text}</p>
            <span className={styles.signUp}>
              <span>{invitePageMessages.invitation}</span>
              <span className={buttonClass({ size: 'lg', wide: true })} />
            </span>
            <span className={buttonClass({ wide: true })} />
          </Stack>
        </div>
      </div>
    </div>
  );
}

export function InvitationTicket({ icon, face, kind, title, note, scene, children }: InvitationTicketProps) {
  return (
    <div className={ticket.ticket}>
      <div className={ticket.front}>
        {scene ?? (
          <span aria-hidden="true" className={styles.icon}>
            {icon}
          </span>
        )}
        <Row as="p" gap={2} className={styles.kind}>
          {face === undefined ? null : <Avatar emoji={face} />}
          {kind}
        </Row>
        <PageTitle>
          <Hyphenated>{title}</Hyphenated>
        </PageTitle>
      </div>
      <div className={ticket.stub}>
        <p className={styles.text}>{note}</p>
        {children}
      </div>
    </div>
  );
}
