import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { canTickOff } from '#shared/board-policy';
import type { Board, Member } from '#shared/boards';
import type { SeasonId, UserId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import { winningPlaces } from '#shared/season-rules';
import { useMe } from '#client/session/session-queries.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { GestureList } from './gesture-list.tsx';
import styles from './hall-of-fame.module.css';
import { Outcome, PayButton } from './past-card.tsx';
import { Places } from './places.tsx';
import { emojiOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { gesturesQuery, seasonsQuery } from './play-queries.ts';
import { Podium } from './podium.tsx';
import { proposeMessages } from './propose-messages.fr.ts';

interface HallOfFameProps {
  board: Pick<Board, 'id' | 'theme'>;
  members: readonly Member[];
  open: boolean;
  onClose: () => void;
}

/** All seasons of a board that are over, as trophies on a wall, the newest first, and the gestures of its weeks. */
export function HallOfFame({ board, members, open, onClose }: HallOfFameProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.hallOfFame} size="wide">
      {open ? (
        <div data-board-theme={board.theme}>
          <Seasons boardId={board.id} members={members} />
        </div>
      ) : null}
    </Dialog>
  );
}

function Seasons({ boardId, members }: { boardId: Board['id']; members: readonly Member[] }) {
  const { id: myId } = useMe();
  const list = useInfiniteQuery(seasonsQuery(boardId));
  const [lookedAt, setLookedAt] = useState<SeasonId | null>(null);
  const [before, setBefore] = useState<SeasonId | null>(null);
  const seasons = list.data?.pages.flatMap((page) => page.seasons);
  if (!seasons)
    return list.isError ? (
      <ErrorBanner onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {texts.loadFailed}
      </ErrorBanner>
    ) : (
      <Skeleton label={texts.hallOfFame} shape="row" count={3} />
    );
  if (seasons.length === 0) return <WithoutSeasons {...{ boardId, myId }} />;
  const one = seasons.find(({ id }) => id === lookedAt);
  if (one) {
    const goBack = () => {
      setBefore(one.id);
      setLookedAt(null);
    };
    return <Season {...{ boardId, members, myId }} season={one} onBack={goBack} />;
  }
  return (
    <Stack>
      <Tiles as="ol" gap={3}>
        {seasons.map((season) => (
          <Trophy key={season.id} season={season} takesFocus={season.id === before} onOpen={() => setLookedAt(season.id)} />
        ))}
      </Tiles>
      <InfiniteEnd
        hasMore={list.hasNextPage}
        queryKey={seasonsQuery(boardId).queryKey}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        label={list.isFetchNextPageError ? words.retry : words.showMore}
      />
      <GestureList {...{ boardId, myId }} />
    </Stack>
  );
}

function WithoutSeasons({ boardId, myId }: { boardId: Board['id']; myId: UserId }) {
  const { data, isPending } = useInfiniteQuery(gesturesQuery(boardId));
  if (!isPending && !data?.pages[0]?.gestures.length) return <EmptyState emoji="🏆" title={texts.none} />;
  return <GestureList {...{ boardId, myId }} />;
}

interface TrophyProps {
  season: PastSeason;
  /** It was looked at just before. */
  takesFocus: boolean;
  onOpen: () => void;
}

/** What was played for as an object, and the face of whoever has won it. */
function Trophy({ season, takesFocus, onOpen }: TrophyProps) {
  const { kind, places, ties, isOwed } = season;
  const [winner] = kind === 'season' ? winningPlaces(places, ties) : [];
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <li className={styles.trophy}>
      <span aria-hidden="true" className={styles.object}>
        {objectOf(season)}
        {winner ? <Avatar emoji={winner.avatar} size="md" /> : null}
      </span>
      <h3 className={styles.title}>
        <button ref={button} type="button" className={styles.open} onClick={onOpen}>
          {titleOf(season)}
        </button>
      </h3>
      {/* Without a stake they are its title. */}
      {kind === 'season' && season.stake === null ? null : <p className={styles.days}>{texts.from(season)}</p>}
      {isOwed ? <span className="badge">{texts.owed}</span> : null}
    </li>
  );
}

interface SeasonProps {
  boardId: Board['id'];
  season: PastSeason;
  members: readonly Member[];
  myId: UserId;
  onBack: () => void;
}

/** One of them: who stood where, and what became of the stake. Of a goal, all together and one's own part. */
function Season({ boardId, season, members, myId, onBack }: SeasonProps) {
  const title = titleOf(season);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack>
      <Row gap={2} wraps={false}>
        <IconButton label={texts.back} icon={<ChevronLeft aria-hidden="true" />} onClick={onBack} />
        <div>
          <h3 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h3>
          <p className={styles.days}>{texts.from(season)}</p>
        </div>
      </Row>
      {season.kind === 'season' ? <Podium label={texts.podium({ title })} places={season.places} myId={myId} /> : null}
      <Outcome {...{ season, members, myId }} />
      {season.isOwed && canTickOff({ id: myId }, season, members) ? <PayButton {...{ boardId, season }} /> : null}
      {season.kind === 'season' ? <Places label={texts.seasonRanking({ title })} places={season.places} isOver myId={myId} /> : null}
    </Stack>
  );
}

/** The picture of a stake that the game offers; of any other, what stands for its end. */
function objectOf(season: PastSeason): string {
  const { duel, group } = proposeMessages.stakes;
  return [...duel, ...group].find(({ title }) => title === season.stake)?.emoji ?? (season.kind === 'season' ? '🏆' : emojiOf(season));
}
