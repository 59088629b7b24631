import { useInfiniteQuery } from '@tanstack/react-query';
import type { Gesture } from '#shared/gestures';
import type { BoardId, UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { RowItem } from '#client/ui/surface/surface.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { gestureMessages as texts } from './gesture-messages.fr.ts';
import styles from './hall-of-fame.module.css';
import { gesturesQuery } from './play-queries.ts';

/** The gestures of past weeks, in Palmarès; nothing where there are none. */
export function GestureList({ boardId, myId }: { boardId: BoardId; myId: UserId }) {
  const list = useInfiniteQuery(gesturesQuery(boardId));
  const gestures = list.data?.pages.flatMap((page) => page.gestures) ?? [];
  if (gestures.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label={texts.past}>
      <h3 className={styles.title}>🌿 {texts.past}</h3>
      {[...new Set(gestures.map(({ week }) => week))].map((week) => (
        <Stack key={week} gap={1}>
          <h4 className={styles.days}>{texts.week({ monday: week })}</h4>
          <ul>
            {gestures
              .filter((one) => one.week === week)
              .map((one) => (
                <GestureRow key={`${one.by.userId}`} gesture={one} myId={myId} />
              ))}
          </ul>
        </Stack>
      ))}
      <InfiniteEnd
        hasMore={list.hasNextPage}
        queryKey={gesturesQuery(boardId).queryKey}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        label={list.isFetchNextPageError ? words.retry : words.showMore}
      />
    </Stack>
  );
}

function GestureRow({ gesture: { by, of, title, emoji, words: written }, myId }: { gesture: Gesture; myId: UserId }) {
  return (
    <RowItem
      face={<Avatar emoji={emoji ?? '🌿'} />}
      words={
        <>
          {texts.chose({ name: by.username, isMe: by.userId === myId })} <strong>{title}</strong>,{' '}
          {texts.of({ name: of.username, isMe: of.userId === myId })}
          {written === '' ? null : <p className={styles.days}>{texts.quoted({ words: written })}</p>}
        </>
      }
    />
  );
}
