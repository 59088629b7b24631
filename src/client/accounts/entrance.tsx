import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Theme } from '#shared/board-choices';
import { VisitorConsent } from '#client/consent/visitor-consent.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import styles from './entrance.module.css';

interface EntranceProps {
  title: string;
  lead?: string | undefined;
  /** The colours of the ring and of the main button. */
  theme?: Theme;
  /** Hangs on the ring, over the title. */
  jewel?: ReactNode;
  children: ReactNode;
}

/** The layout of signing in and signing up: one column inside the ring. */
export function Entrance({ title, lead, theme = 'pink', jewel, children }: EntranceProps) {
  useDocumentTitle(title);
  return (
    <>
      <div className={styles.page} data-board-theme={theme}>
        <Ring className={styles.ring} />
        <header className={styles.top}>
          <Link to="/" className={classNames(homeLink, styles.home)}>
            <Wordmark />
          </Link>
        </header>
        <main className={styles.column}>
          <div>
            {jewel}
            {/* The key makes a new title an element of its own, so that it takes the focus as on a new screen. */}
            <PageTitle key={title} className={styles.title} subtitle={lead}>
              {title}
            </PageTitle>
          </div>
          {children}
        </main>
      </div>
      <VisitorConsent asks="never" />
    </>
  );
}

interface OtherWayProps {
  to: '/login' | '/signup';
  redirect: string | undefined;
  /** A question and its answer: 'Déjà un compte ? Se connecter'. */
  text: string;
}

/** The link to the other entrance; where the person was going goes along. */
export function OtherWay({ to, redirect, text }: OtherWayProps) {
  const answer = text.search(/\?\s/u) + 2;
  return (
    <Link to={to} search={redirect === undefined ? {} : { redirect }} className={styles.otherWay}>
      {text.slice(0, answer)}
      <strong>{text.slice(answer)}</strong>
    </Link>
  );
}

/** Back to signing in, from what stands on the same page; where the person was going stays. */
export function WayBack({ children }: { children: string }) {
  return (
    <Link to="/login" search={({ redirect }) => (redirect === undefined ? {} : { redirect })} replace className={styles.otherWay}>
      <strong>{children}</strong>
    </Link>
  );
}

/** Shown to a person who is signed in already. */
export function WayToProfile({ children }: { children: string }) {
  return (
    <Link to="/edit-profile" replace className={styles.otherWay}>
      <strong>{children}</strong>
    </Link>
  );
}
