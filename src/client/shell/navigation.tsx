import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useServerTime } from '#client/api/server-time.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { owedWaiting } from '#client/membership/owed-waiting.ts';
import { useMe } from '#client/session/session-queries.ts';
import { useKeyShortcut } from '#client/ui/key-shortcuts.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { useObserved } from '#client/ui/observable.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { Value } from '#client/ui/typography.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import styles from './navigation.module.css';
import { newsMessages } from './news-messages.fr.ts';
import { AddIcon, BoardsIcon, HomeIcon, NavigationLabel, RequestsIcon } from './navigation-label.tsx';
import { shellMessages } from './shell-messages.fr.ts';

const texts = shellMessages.navigation;

/** A bar at the bottom of the window; in a large or a low one, at its left. */
export function Navigation() {
  const location = useRouterState({ select: (state) => state.location });
  const { asks, hasNews } = useBoards();
  const asksHere = useObserved(owedWaiting);
  const { data: pendingRequests = 0 } = useQuery(pendingRequestsQuery);
  const news = [...(hasNews ? [newsMessages.feed] : []), ...(asksHere ? [texts.question] : [])].join(', ');
  return (
    <nav aria-label={texts.label} className={styles.navigation}>
      <ul className={styles.list}>
        <NavigationLink to="/dashboard" label={texts.home} icon={<HomeIcon />} news={news} />
        <NavigationLink
          to="/boards"
          label={texts.boards}
          icon={<BoardsIcon />}
          around={/^\/(board|create-board)(\/|$)/}
          news={asks ? texts.question : ''}
        />
        <NavigationLink
          to="/requests"
          label={texts.requests}
          icon={<RequestsIcon />}
          badge={pendingRequests > 0 ? <Badge count={pendingRequests} /> : null}
        />
      </ul>
      {/* What it has opened goes with the screen. */}
      <AddButton key={location.pathname} {...location} />
    </nav>
  );
}

/** Whether there is news on any board, and a proposal that waits for the answer of the person, as far as this browser knows. */
function useBoards() {
  const { id } = useMe();
  const { data = [] } = useQuery({ ...boardsQuery, enabled: false });
  const asked = data.flatMap(({ play }) => play?.agreements ?? []).filter(({ agreed }) => !agreed.includes(id));
  const now = useServerTime(asked.map(({ lapsesAt }) => lapsesAt));
  return { asks: asked.some(({ lapsesAt }) => lapsesAt > now), hasNews: data.some((card) => card.hasNews) };
}

/** Notes an action from wherever one is: in one place on all screens. */
function AddButton({ pathname, searchStr }: { pathname: string; searchStr: string }) {
  const { data: boards } = useQuery({ ...boardsQuery, enabled: false });
  const { Dialog, ...adding } = useLazyDialog(loadAddActionDialog);
  // A new number gives the next opening a dialog that knows nothing of the last one.
  const [opening, setOpening] = useState(0);
  const addKey = useKeyShortcut('n');
  const navigate = useNavigate();
  // A shortcut of the app's icon asks for it by the query, also while this screen is shown. It is taken out of the address: a reload is no second press.
  const take = useEffectEvent((query: string) => {
    if (!/[?&]add=/.test(query)) return;
    void navigate({ to: pathname, replace: true });
    adding.open();
  });
  useEffect(() => take(searchStr), [searchStr]);
  useEffect(() => {
    // At hand before it is asked for, but not before what is looked at.
    const timer = setTimeout(() => loadAddActionDialog().catch(reporting('code')), 3000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.add}
        // Before the first board there is nothing to note yet.
        data-quiet={boards?.length === 0 || undefined}
        aria-label={texts.add}
        aria-haspopup="dialog"
        aria-keyshortcuts={pathname === '/dashboard' ? addKey : undefined}
        onClick={adding.open}
      >
        <AddIcon />
        <span className={styles.addLabel}>{texts.add}</span>
      </button>
      {Dialog ? (
        <Dialog
          key={opening}
          open={adding.isOpen}
          openBoardId={boardIn(pathname)}
          onClose={adding.close}
          onClosed={() => setOpening((number) => number + 1)}
          onLogged={pathname === '/dashboard' ? toTop : undefined}
        />
      ) : null}
    </>
  );
}

const loadAddActionDialog = async () => (await import('#client/activities/add-action-dialog.tsx')).AddActionDialog;

/** At once: a long way would be a blur. */
function toTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

function boardIn(pathname: string): string | undefined {
  return /^\/board\/([^/]+)/.exec(pathname)?.[1];
}

interface NavigationLinkProps {
  to: '/dashboard' | '/boards' | '/requests';
  label: string;
  icon: ReactNode;
  badge?: ReactNode;
  /** Read out after the name, and shown as a dot. */
  news?: string;
  /** Paths that belong to this link without being its own. */
  around?: RegExp;
}

function NavigationLink({ to, label, icon, badge, news = '', around }: NavigationLinkProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const newsId = useId();
  const isNear = around?.test(pathname) ?? false;
  return (
    <li className={styles.item}>
      {/* The router itself says aria-current="page" where the path is the link's own. */}
      <Link to={to} className={styles.link} aria-current={isNear ? 'true' : undefined} aria-describedby={news ? newsId : undefined}>
        <NavigationLabel icon={icon} label={label} hasDot={news !== ''} />
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
