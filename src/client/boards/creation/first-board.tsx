import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { useBoardCreation } from './board-creation.ts';
import { BoardStarters } from './board-starters.tsx';
import styles from './board-starters.module.css';

interface FirstBoardProps {
  title: string;
  text: string;
  /** The other ways to a board. */
  others: ReactNode;
}

/** Shown to a person without a board: kits that make one with a press, and the way to the form. */
export function FirstBoard({ title, text, others }: FirstBoardProps) {
  const { start, isBusy } = useBoardCreation();
  return (
    <>
      <EmptyState title={title} text={text} emoji="👑" />
      <Stack gap={5} className={styles.first}>
        <BoardStarters isBusy={isBusy} onStart={start} />
        {others}
      </Stack>
    </>
  );
}
