import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import navigationStyles from './navigation.module.css';
import { BoardsIcon, HomeIcon, PlaceName, RequestsIcon } from './place-name.tsx';
import { shellMessages } from './shell-messages.fr.ts';
import styles from './shell.module.css';
import barStyles from './top-bar.module.css';

const texts = shellMessages.navigation;

interface StaticShellProps {
  /** The place where one is, and whether by its own address. */
  at: '/dashboard' | '/boards' | '/requests';
  isThere?: boolean;
  children: ReactNode;
}

/** The shell as it is drawn before anything of a person is known: its places lead on at once. */
export function StaticShell({ at, isThere = true, children }: StaticShellProps) {
  const place = (to: StaticShellProps['at'], label: string, icon: ReactNode) => (
    <li className={navigationStyles.item}>
      <a href={to} className={navigationStyles.place} aria-current={to === at ? (isThere ? 'page' : 'true') : undefined}>
        <PlaceName icon={icon} label={label} />
      </a>
    </li>
  );
  return (
    <div className={styles.shell}>
      <a href="#contenu" className={styles.skip}>
        {shellMessages.skipToContent}
      </a>
      <header className={barStyles.bar}>
        <a href="/dashboard" className={barStyles.home}>
          <Wordmark />
        </a>
        <span className={barStyles.profile}>
          <Avatar emoji="" />
        </span>
      </header>
      <nav aria-label={texts.label} className={navigationStyles.navigation}>
        <ul className={navigationStyles.list}>
          {place('/dashboard', texts.home, <HomeIcon />)}
          {place('/boards', texts.boards, <BoardsIcon />)}
          {place('/requests', texts.requests, <RequestsIcon />)}
        </ul>
      </nav>
      <main id="contenu" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
