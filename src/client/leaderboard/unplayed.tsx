import type { Action } from '#shared/actions';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Tiles } from '#client/ui/layout/layout.tsx';
import { scoresMessages } from './leaderboard-messages.fr.ts';

interface UnplayedProps {
  actions: readonly Action[];
  /** Leads to the actions, and to the confirmation of one that is chosen here already. */
  onChooseAction: (action?: Action) => void;
}

/** Stands in for the scores of a board on which nobody has logged anything yet. */
export function Unplayed({ actions, onChooseAction }: UnplayedProps) {
  const { unplayed } = scoresMessages;
  return (
    <>
      <EmptyState
        emoji="🎲"
        title={unplayed.text}
        action={
          <Button kind="primary" onClick={() => onChooseAction()}>
            {unplayed.action}
          </Button>
        }
      />
      <Tiles gap={3}>
        {firstOf(actions).map((action) => (
          <ActionTile key={action.id} {...action} onSelect={() => onChooseAction(action)} />
        ))}
      </Tiles>
    </>
  );
}

/** Three to begin with: those that give points, in the board's order. */
function firstOf(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ points }) => points > 0).slice(0, 3);
}
