import { Link } from '@tanstack/react-router';
import { Suspense, useId, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import { dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { useToday } from '#client/activities/near-date.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { cardsWithPending } from '#client/sync/commands/projection.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Strip } from '#client/ui/layout/strip.tsx';
import styles from './turn-strip.module.css';
import { bySizeAndActivity, turnOf } from './turns.ts';
import { turnsMessages as texts } from './turns-messages.fr.ts';

/** The number that a strip is scrolled for; Tableaux has all. */
const most = 12;

/** One's boards, each with who leads and whose turn it is; each leads to its board. */
export function TurnStrip({ boards }: { boards: readonly BoardCard[] }) {
  const pending = useOutbox('pending');
  const titleId = useId();
  // Nothing moves under a finger: the order is that of when the screen was opened, and what is new comes last.
  const [places] = useState(() => new Map(boards.toSorted(bySizeAndActivity(serverTime())).map(({ id }, place) => [id, place])));
  const placeOf = ({ id }: BoardCard) => places.get(id) ?? places.size;
  const shown = cardsWithPending(boards, pending).toSorted((a, b) => placeOf(a) - placeOf(b));
  // Seasons, too, begin and end with a day.
  useToday();
  const now = serverTime();
  return (
    <section className={styles.strip} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.heading}>
          {texts.title}
        </h2>
        <Link to="/boards" className={styles.all}>
          {dashboardMessages.boardsLink}
        </Link>
      </div>
      {/* No list, so that the items of this screen are those of the feed. */}
      <Strip className={styles.boards}>
        {shown.slice(0, most).map((board) => (
          <TurnOnBoard key={board.id} board={board} now={now} />
        ))}
      </Strip>
    </section>
  );
}

function TurnOnBoard({ board, now }: { board: BoardCard; now: number }) {
  const me = useMe();
  const { id, title, icon, theme, flame, timeZone, memberCount } = board;
  const { face, standing, turn, isMine } = turnOf(board, { me, now });
  return (
    <Link to="/board/$boardId" params={{ boardId: id }} className={styles.board} data-board-theme={theme}>
      <span aria-hidden="true" className={styles.face}>
        <Avatar emoji={face} size="sm" />
      </span>
      <span className={styles.title} title={`${icon} ${title}`}>
        <span aria-hidden="true">{icon} </span>
        {title}
      </span>{' '}
      <span className={styles.standing}>{standing}</span>{' '}
      <span className={styles.foot}>
        <span className={styles.turn} data-mine={isMine || undefined}>
          {turn}
        </span>{' '}
        {flame ? (
          <span className={styles.flame}>
            <Suspense>
              <Flame board={{ flame, timeZone }} memberCount={memberCount} isOnCard />
            </Suspense>
          </span>
        ) : null}
      </span>
    </Link>
  );
}

/** At the end of its line: it moves nothing when it comes. */
const Flame = lazyPart(async () => (await import('#client/boards/flame.tsx')).Flame);
