import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { byLastActivity } from '#shared/board-order';
import type { UserId } from '#shared/ids';
import { useMe } from '#client/session/session-queries.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { cardsWithPending } from '#client/sync/commands/projection.ts';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { useHeldOrder } from '#client/ui/held-order.ts';
import { Raised } from '#client/ui/raised.tsx';
import { scoresMessages as texts } from './leaderboard-messages.fr.ts';
import { contestedOf, distanceOf, duelOf, rankOf } from '#client/boards/own-standing.ts';
import { OwnWeek } from './own-week.tsx';
import styles from './standings.module.css';

/** Beside the feed: how one stands on one's boards, and one's own week. */
export function Standings() {
  return (
    <>
      <Boards />
      <OwnWeek />
    </>
  );
}

/** Each leads to its board. Nothing before anything has happened. */
function Boards() {
  const { id: myId } = useMe();
  const { data: boards = [] } = useQuery(boardsQuery);
  const { data: feed } = useInfiniteQuery(feedQuery);
  const pending = useOutbox('pending');
  const titleId = useId();
  const shown = useHeldOrder(contestedOf(cardsWithPending(boards, pending), myId), byLastActivity).slice(0, most);
  if (shown.length === 0 || !feed?.pages.some(({ activities }) => activities.length > 0)) return null;
  return (
    <section className={styles.standings} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {texts.standings}
      </h2>
      {/* No list, so that the items of this screen are those of the feed. */}
      <div className={styles.list}>
        {shown.map(({ id, title, icon, theme, members }) => (
          <Link key={id} to="/board/$boardId" params={{ boardId: id }} className={styles.board} data-board-theme={theme}>
            <span aria-hidden="true" className={styles.icon}>
              {icon}
            </span>
            <span className={styles.name} title={title}>
              {title}
            </span>{' '}
            <span className={styles.answer}>{answerOf(members, myId)}</span> <Standing members={members} myId={myId} />
          </Link>
        ))}
      </div>
    </section>
  );
}

/** The number that fits beside the feed in a usual window; Tableaux has all. */
const most = 8;

/** 'Vous menez de 25 points', 'Max mène de 5 points'. */
function answerOf(members: Parameters<typeof rankOf>[0], myId: UserId): string | null {
  const distance = distanceOf(members, myId);
  if (!distance) return null;
  const { points, rival } = distance;
  if (members.every(({ score }) => score === 0)) return boardsMessages.even;
  if (points === 0) return texts.tie;
  return points > 0 ? texts.youLead({ count: points }) : texts.leads({ name: rival.username, count: -points });
}

interface StandingProps {
  members: Parameters<typeof rankOf>[0];
  myId: UserId;
}

function Standing({ members, myId }: StandingProps) {
  const rank = rankOf(members, myId);
  const [, rival] = duelOf(members, myId) ?? [];
  const mine = members.find(({ userId }) => userId === myId);
  return (
    <>
      {mine ? (
        <span className={styles.mine}>
          <span className={styles.you}>{texts.you}</span> <CountingScore score={mine.score} coloured className={styles.score} />
        </span>
      ) : null}
      <span className="visually-hidden"> · </span>
      <span className={styles.standing}>
        {rival ? (
          <>
            {rival.username} <CountingScore score={rival.score} />
          </>
        ) : null}
        {rank ? (
          <Raised>{texts.standing({ ...rank, shared: rank.shared && (rank.rank > 1 || mine?.score === 0), count: members.length })}</Raised>
        ) : null}
      </span>
    </>
  );
}
