import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from '#client/ui/icon-button.tsx';
import { manageActionsMessages as texts } from './edit-actions-messages.fr.ts';

interface MoveButtonsProps {
  title: string;
  /** The index in the list, and the number of items. */
  index: number;
  count: number;
  /** Id of what tells it from another of the same title. */
  factsId: string;
  onMove: (by: -1 | 1) => void;
}

/** Buttons that move an item up or down by one. The pressed button keeps the focus. */
export function MoveButtons({ title, index, count, factsId, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement>(null);
  // A row that is put elsewhere in the page loses the focus on the way.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  const moves = [
    { label: texts.up({ title }), icon: <ArrowUp aria-hidden="true" />, by: -1, isLast: index === 0 },
    { label: texts.down({ title }), icon: <ArrowDown aria-hidden="true" />, by: 1, isLast: index === count - 1 },
  ] as const;
  return moves.map(({ label, icon, by, isLast }) => (
    <IconButton
      key={by}
      label={label}
      icon={icon}
      aria-describedby={factsId}
      // `disabled` would take the focus from a person who moves an action to the end.
      aria-disabled={isLast}
      onClick={({ currentTarget }) => {
        if (isLast) return;
        pressed.current = currentTarget;
        onMove(by);
      }}
    />
  ));
}
