import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tablet } from 'lucide-react';
import { useId } from 'react';
import type { WallOnList } from '#shared/walls';
import profile from '#client/accounts/edit-profile-screen.module.css';
import { List, ListRow } from '#client/accounts/list.tsx';
import { Section } from '#client/accounts/section.tsx';
import { guestMessages } from '#client/guests/guest-messages.fr.ts';
import { askToKeep } from '#client/accounts/keeping.ts';
import { useMe } from '#client/session/session-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Button } from '#client/ui/button.tsx';
import { machineDate } from '#client/ui/format.fr.ts';
import { Loaded } from '#client/ui/loaded.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useEndWall, wallsQuery } from './wall-queries.ts';
import { wallsMessages as texts } from './walls-messages.fr.ts';

/** The screens on which the person shows a board, each with its end; and the boards that this one may show. */
export function WallsSection() {
  const walls = useQuery(wallsQuery);
  const { data: boards = [] } = useQuery(boardsQuery);
  const { isGuest } = useMe();
  return (
    <Section title={texts.title} icon={Tablet} count={walls.data?.length}>
      <p>{texts.lead}</p>
      <Loaded query={walls} texts={texts}>
        {(list) => <List of={list}>{(wall) => <Screen wall={wall} />}</List>}
      </Loaded>
      {isGuest ? (
        <div className={profile.buttons}>
          <Button onClick={askToKeep}>{guestMessages.keep.action}</Button>
        </div>
      ) : boards.length > 0 ? (
        <ul>
          {boards.map(({ id, title: board }) => (
            <li key={id}>
              <Link to="/mur/$boardId" params={{ boardId: id }} className={profile.guide}>
                {texts.show({ board })}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function Screen({ wall: { id, boardTitle: board, boardIcon, logs, openedAt, lastSeenAt } }: { wall: WallOnList }) {
  const { show } = useToasts();
  const end = useEndWall();
  const datesId = useId();
  return (
    <ListRow
      picture={boardIcon}
      name={board}
      badge={logs ? texts.logs : texts.reads}
      linesId={datesId}
      lines={
        <>
          <time dateTime={machineDate(openedAt)}>{texts.since({ time: openedAt })}</time>
          <time dateTime={machineDate(lastSeenAt)}>{texts.seen({ time: lastSeenAt })}</time>
        </>
      }
    >
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
    </ListRow>
  );
}
