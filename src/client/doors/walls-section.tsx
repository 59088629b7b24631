import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tablet } from 'lucide-react';
import { useId, useRef } from 'react';
import type { WallOnList } from '#shared/walls';
import devices from '#client/accounts/device-list.module.css';
import profile from '#client/accounts/edit-profile-screen.module.css';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { machineDate } from '#client/ui/format.fr.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useEndWall, wallsQuery } from './wall-queries.ts';
import { wallsMessages as texts } from './walls-messages.fr.ts';

/** The screens on which the person shows a board, each with its end; and the boards that this one may show. */
export function WallsSection() {
  const id = useId();
  const { data: walls, isError, isFetching, refetch } = useQuery(wallsQuery);
  const { data: boards = [] } = useQuery(boardsQuery);
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(walls?.length ?? 0, section);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={profile.card}>
      <h2 id={id}>
        <Tablet aria-hidden="true" />
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      {walls ? (
        walls.length > 0 && (
          <ul className={devices.devices}>
            {walls.map((wall) => (
              <Screen key={wall.id} wall={wall} />
            ))}
          </ul>
        )
      ) : isError ? (
        <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} count={1} />
      )}
      <ul>
        {boards.map(({ id: boardId, title: board }) => (
          <li key={boardId}>
            <Link to="/mur/$boardId" params={{ boardId }} className={profile.guide}>
              {texts.show({ board })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Screen({ wall: { id, boardTitle: board, boardIcon, logs, openedAt, lastSeenAt } }: { wall: WallOnList }) {
  const { show } = useToasts();
  const end = useEndWall();
  const datesId = useId();
  return (
    <li className={devices.device}>
      <span aria-hidden="true" className={devices.picture}>
        {boardIcon}
      </span>
      <div className={devices.what}>
        <p className={devices.name}>
          {board}
          <span className="badge">{logs ? texts.logs : texts.reads}</span>
        </p>
        <p id={datesId} className={devices.dates}>
          <time dateTime={machineDate(openedAt)}>{texts.since({ time: openedAt })}</time>
          <time dateTime={machineDate(lastSeenAt)}>{texts.seen({ time: lastSeenAt })}</time>
        </p>
      </div>
      <Button
        aria-label={texts.endNamed({ board })}
        aria-describedby={datesId}
        pending={end.isPending}
        onClick={() =>
          end.mutate(id, {
            onSuccess: () => show({ kind: 'success', message: texts.ended({ board }) }),
            onError: (error) => show({ kind: 'error', message: finalRefusal(error) ?? texts.endFailed }),
          })
        }
      >
        {texts.end}
      </Button>
    </li>
  );
}
