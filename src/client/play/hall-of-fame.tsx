import { useInfiniteQuery } from '@tanstack/react-query';
import { canTickOff } from '#shared/board-policy';
import type { Board, Member } from '#shared/boards';
import { useMe } from '#client/session/session-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import styles from './hall-of-fame.module.css';
import { Outcome, PayButton } from './past-card.tsx';
import { Places } from './places.tsx';
import { titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { seasonsQuery } from './play-queries.ts';

interface HallOfFameProps {
  board: Pick<Board, 'id' | 'theme'>;
  members: readonly Member[];
  open: boolean;
  onClose: () => void;
}

/** All seasons of a board that are over, the newest first. */
export function HallOfFame({ board, members, open, onClose }: HallOfFameProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.hallOfFame}>
      {open ? (
        <div className={styles.hall} data-board-theme={board.theme}>
          <Seasons boardId={board.id} members={members} />
        </div>
      ) : null}
    </Dialog>
  );
}

function Seasons({ boardId, members }: { boardId: Board['id']; members: readonly Member[] }) {
  const { id: myId } = useMe();
  const list = useInfiniteQuery(seasonsQuery(boardId));
  const seasons = list.data?.pages.flatMap((page) => page.seasons);
  if (!seasons)
    return list.isError ? (
      <ErrorBanner onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {texts.loadFailed}
      </ErrorBanner>
    ) : (
      <Skeleton label={texts.hallOfFame} shape="row" count={3} />
    );
  if (seasons.length === 0) return <EmptyState emoji="🏆" title={texts.none} />;
  return (
    <>
      <ol className={styles.seasons}>
        {seasons.map((season) => (
          <li key={season.id} className={styles.season}>
            <div className={styles.head}>
              <h3 className={styles.title}>{titleOf(season)}</h3>
              <p className={styles.days}>{texts.from(season)}</p>
            </div>
            <Outcome {...{ season, members, myId }} />
            <Places
              label={season.kind === 'goal' ? texts.shares : texts.podium(season)}
              places={season.places}
              isRanked={season.kind === 'season'}
              isOver
              shape="line"
              myId={myId}
            />
            {season.isOwed && canTickOff({ id: myId }, season, members) ? <PayButton {...{ boardId, season }} /> : null}
          </li>
        ))}
      </ol>
      <InfiniteEnd
        hasMore={list.hasNextPage}
        queryKey={seasonsQuery(boardId).queryKey}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        label={list.isFetchNextPageError ? words.retry : words.showMore}
      />
    </>
  );
}
