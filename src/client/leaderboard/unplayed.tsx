import type { ReactNode } from 'react';
import type { Action } from '#shared/actions';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './scores-tab.module.css';

interface UnplayedProps {
  actions: readonly Action[];
  /** Leads to the actions, and to the confirmation of one that is chosen here already. */
  onChooseAction: (action?: Action) => void;
  children: ReactNode;
}

/** Stands in for the scores of a board on which nobody has logged anything yet. */
export function Unplayed({ actions, onChooseAction, children }: UnplayedProps) {
  const { unplayed } = scoresMessages;
  const choices = (
    <div className={styles.begin}>
      <div className={styles.first}>
        {firstOf(actions).map((action) => (
          <ActionTile key={action.id} {...action} onSelect={() => onChooseAction(action)} />
        ))}
      </div>
      <Button kind="primary" onClick={() => onChooseAction()}>
        {unplayed.action}
      </Button>
      {children}
    </div>
  );
  return <EmptyState emoji="🎲" title={unplayed.text} action={choices} />;
}

/** Three to begin with: those that give points, in the board's order. */
function firstOf(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ points }) => points > 0).slice(0, 3);
}
