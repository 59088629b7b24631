import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useObserved } from '#client/ui/observable.ts';
import { Value } from '#client/ui/typography.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import styles from './navigation.module.css';
import { feedNews } from '#client/notices/news.ts';
import { newsMessages } from './news-messages.fr.ts';
import { BoardsIcon, HomeIcon, NavigationLabel, RequestsIcon } from './navigation-label.tsx';
import { shellMessages } from './shell-messages.fr.ts';

const texts = shellMessages.navigation;

/** A bar at the bottom of the window; from 1024 px a rail at its left. */
export function Navigation() {
  const hasNews = useObserved(feedNews).length > 0;
  const { data: pendingRequests = 0 } = useQuery(pendingRequestsQuery);
  return (
    <nav aria-label={texts.label} className={styles.navigation}>
      <ul className={styles.list}>
        <NavigationLink to="/dashboard" label={texts.home} icon={<HomeIcon />} news={hasNews ? newsMessages.feed : null} />
        <NavigationLink to="/boards" label={texts.boards} icon={<BoardsIcon />} around={/^\/(board|create-board)(\/|$)/} />
        <NavigationLink
          to="/requests"
          label={texts.requests}
          icon={<RequestsIcon />}
          badge={pendingRequests > 0 ? <Badge count={pendingRequests} /> : null}
        />
      </ul>
    </nav>
  );
}

interface NavigationLinkProps {
  to: '/dashboard' | '/boards' | '/requests';
  label: string;
  icon: ReactNode;
  badge?: ReactNode;
  /** Read out after the name, and shown as a dot. */
  news?: string | null;
  /** Paths that belong to this link without being its own. */
  around?: RegExp;
}

function NavigationLink({ to, label, icon, badge, news, around }: NavigationLinkProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const newsId = useId();
  const isNear = around?.test(pathname) ?? false;
  return (
    <li className={styles.item}>
      {/* The router itself says aria-current="page" where the path is the link's own. */}
      <Link to={to} className={styles.link} aria-current={isNear ? 'true' : undefined} aria-describedby={news ? newsId : undefined}>
        <NavigationLabel icon={icon} label={label} news={news} />
        {badge}
      </Link>
      {news ? (
        <span id={newsId} hidden>
          {news}
        </span>
      ) : null}
    </li>
  );
}

/** The number is seen; the words after it are only said. */
function Badge({ count }: { count: number }) {
  return (
    <span className={styles.badge}>
      {texts.pendingRequests({ count }).map((part) =>
        part instanceof Value ? (
          <span key="count">{count > 99 ? '99+' : part.text}</span>
        ) : (
          <span key="words" className="visually-hidden">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
