import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import navigationStyles from './navigation.module.css';
import { AddIcon, BoardsIcon, HomeIcon, NavigationLabel, RequestsIcon } from './navigation-label.tsx';
import { shellMessages } from './shell-messages.fr.ts';
import './frame.css';
import styles from './shell.module.css';
import barStyles from './top-bar.module.css';

const texts = shellMessages.navigation;

interface StaticShellProps {
  /** The link of the screen, and whether the screen has the address of the link itself. */
  at: '/dashboard' | '/boards' | '/requests';
  isThere?: boolean;
  children: ReactNode;
}

/** The shell before anything is known about the person. Its links work at once, without script. */
export function StaticShell({ at, isThere = true, children }: StaticShellProps) {
  const link = (to: StaticShellProps['at'], label: string, icon: ReactNode) => (
    <li className={navigationStyles.item}>
      <a href={to} className={navigationStyles.link} aria-current={to === at ? (isThere ? 'page' : 'true') : undefined}>
        <NavigationLabel icon={icon} label={label} />
      </a>
    </li>
  );
  return (
    <>
      <a href="#contenu" className={styles.skip}>
        {shellMessages.skipToContent}
      </a>
      <header className={barStyles.bar}>
        <a href="/dashboard" className={homeLink}>
          <Wordmark />
        </a>
        <span className={barStyles.profile}>
          <Avatar emoji="" />
        </span>
      </header>
      <nav aria-label={texts.label} className={navigationStyles.navigation}>
        <ul className={navigationStyles.list}>
          {link('/dashboard', texts.home, <HomeIcon />)}
          {link('/boards', texts.boards, <BoardsIcon />)}
          {link('/requests', texts.requests, <RequestsIcon />)}
        </ul>
        <a href="/dashboard?add=1" className={navigationStyles.add} aria-label={texts.add}>
          <AddIcon />
          <span className={navigationStyles.addLabel}>{texts.add}</span>
        </a>
      </nav>
      <main id="contenu" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
