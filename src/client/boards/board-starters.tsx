import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Action } from '#shared/actions';
import { boardTitle } from '#shared/board-choices';
import { catalogueQuery } from '#client/actions/action-queries.ts';
import { Button } from '#client/ui/button.tsx';
import type { BoardDraft } from './board-draft.ts';
import styles from './board-starters.module.css';
import { createBoardMessages } from './boards-messages.fr.ts';

const texts = createBoardMessages.starters;
type Face = Pick<BoardDraft, 'name' | 'theme' | 'icon'>;

const starters: readonly Face[] = [
  { name: texts.couple, theme: 'purple', icon: '💜' },
  { name: texts.flat, theme: 'orange', icon: '🏠' },
  { name: texts.friends, theme: 'blue', icon: '🍻' },
];

interface BoardStartersProps {
  /** The name as it stands: one that the person has chosen stays. */
  typed: string;
  onStart: (start: Face & Pick<BoardDraft, 'chosen'>) => void;
}

/** A whole board in one press, to be changed at will: couples got lost in a form before their first point. */
export function BoardStarters({ typed, onStart }: BoardStartersProps) {
  const id = useId();
  const { data: catalogue } = useQuery(catalogueQuery);
  return (
    <div role="group" aria-labelledby={id} className={styles.starters}>
      <p id={id} className={styles.legend}>
        {texts.legend}
      </p>
      <div className={styles.choices}>
        {starters.map((face) => (
          <Button
            key={face.name}
            icon={<span aria-hidden="true">{face.icon}</span>}
            pending={catalogue === undefined}
            onClick={() => onStart({ ...face, name: isOwn(typed) ? typed : face.name, chosen: someOf(catalogue ?? []) })}
          >
            {face.name}
          </Button>
        ))}
      </div>
    </div>
  );
}

function isOwn(name: string): boolean {
  const title = boardTitle(name);
  return title !== '' && starters.every((one) => boardTitle(one.name) !== title);
}

/** Gains and losses from all over the catalogue, more of the former, and mixed as they are there: both are in sight on the board. */
function someOf(catalogue: readonly Action[]): string[] {
  const spread = (actions: readonly Action[], count: number) =>
    actions.filter((_, index) => Math.floor((index * count) / actions.length) !== Math.floor(((index - 1) * count) / actions.length));
  const gains = catalogue.filter(({ points }) => points > 0);
  const losses = catalogue.filter(({ points }) => points < 0);
  const some = new Set([...spread(gains, 8), ...spread(losses, 6)]);
  return catalogue.filter((action) => some.has(action)).map(({ id }) => id);
}
