import { Star } from 'lucide-react';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useMarkFavourite } from './favourite-commands.ts';
import { favouriteMessages as texts } from './favourite-messages.fr.ts';
import styles from './favourite-star.module.css';

interface FavouriteStarProps {
  boardId: string;
  actionId: string;
  /** Whether the person keeps the action at hand. */
  isOn: boolean;
  /** With what it is to be. */
  onPressed: (isOn: boolean) => void;
}

/** Keeps an action at hand, or no more. */
export function FavouriteStar({ boardId, actionId, isOn, onPressed }: FavouriteStarProps) {
  const { mutate, isPending, variables } = useMarkFavourite(boardId);
  // At once; as it was again when that fails.
  const isShownOn = isPending && variables.actionId === actionId ? variables.isOn : isOn;
  return (
    <IconButton
      className={styles.star}
      label={isShownOn ? texts.unmark : texts.mark}
      icon={<Star aria-hidden="true" />}
      data-on={isShownOn || undefined}
      onClick={() => {
        onPressed(!isShownOn);
        mutate({ actionId, isOn: !isShownOn });
      }}
    />
  );
}
