import { useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { ActionId, BoardId } from '#shared/ids';
import { newId } from '#client/api/new-id.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { favouriteMessages as texts } from './favourite-messages.fr.ts';
import styles from './favourite-star.module.css';
import { quickActionsQuery } from './quick-queries.ts';

interface FavouriteStarProps {
  boardId: BoardId;
  actionId: ActionId;
  /** Whether the person keeps the action at hand. */
  isOn: boolean;
  onPressed: () => void;
}

/** Keeps an action at hand, or no more. */
export function FavouriteStar({ boardId, actionId, isOn, onPressed }: FavouriteStarProps) {
  const client = useQueryClient();

  function press() {
    const item = { kind: 'favourite', id: newId(), boardId, actionId, isOn: !isOn } as const;
    outbox.enqueue(item);
    // Before Accueil is opened: what it learned only there would push its feed down.
    outbox.onSettled([item], (isSent) => {
      // What is cached is as old as the press, however fresh it is.
      if (isSent) void client.prefetchQuery({ ...quickActionsQuery, staleTime: 0 });
    });
    onPressed();
  }

  return (
    <IconButton
      className={styles.star}
      label={isOn ? texts.unmark : texts.mark}
      icon={<Star aria-hidden="true" />}
      data-on={isOn || undefined}
      onClick={press}
    />
  );
}
