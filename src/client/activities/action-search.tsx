import { type MouseEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { OfferedAction } from '#shared/actions';
import { actionKey } from '#shared/offered-actions';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { Button } from '#client/ui/button.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { wasTouched } from '#client/ui/last-pointer.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import styles from './add-action-dialog.module.css';
import { addActionMessages as texts } from './add-action-messages.fr.ts';
import { answersTo, drawnOf } from './offered-actions.ts';

interface ActionSearchProps {
  actions: readonly OfferedAction[];
  /** The `actionKey` of the chosen action. */
  chosen: string | null;
  onChoose: (key: string) => void;
}

const suggestions = 5;
const pageSize = 40;

/** Finds one of the actions: by words, or among five at random, the same ones as long as this is shown and they are offered. */
export function ActionSearch({ actions, chosen, onChoose }: ActionSearchProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(pageSize);
  const [drawn, setDrawn] = useState(() => ({ from: actions, keys: drawnOf(actions, new Set(), suggestions) }));
  const results = useRef<HTMLFieldSetElement>(null);
  const group = useId();
  const bar = useRef<HTMLDivElement>(null);
  // It comes after its dialog, which has the focus for want of a field; a finger wants no keyboard by itself.
  useEffect(() => {
    if (wasTouched()) return;
    // A frame later: the dialog chooses what takes the focus when it opens, and gives it the focus in the next frame.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.matches('[role="dialog"] *')) bar.current?.querySelector('input')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  useClosedByBack(search.trim() !== '', () => ask(''));

  // The list may be stale when the dialog opens; the fresh one replaces it in view.
  if (drawn.from !== actions) setDrawn({ from: actions, keys: drawnOf(actions, drawn.keys, suggestions) });

  const query = useDeferredValue(search.trim());
  // The chosen action stays visible when the search is cleared.
  const found = query
    ? answersTo(actions, query)
    : actions.filter((action) => drawn.keys.has(actionKey(action)) || actionKey(action) === chosen);

  function ask(text: string) {
    setSearch(text);
    setShown(pageSize);
  }

  function revealBoards({ detail }: MouseEvent) {
    // Scrolls only after a press: a person who walks through the choices with the arrow keys stays where they are.
    if (detail > 0) results.current?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div ref={bar} className={styles.search}>
        <SearchField label={texts.search} placeholder={texts.search} clearLabel={words.clearSearch} value={search} onSearch={ask} />
      </div>
      <fieldset ref={results} className={styles.actions}>
        <legend className="label">{query ? texts.results : texts.suggestions}</legend>
        {found.length === 0 ? (
          <p role="status" className="hint">
            {texts.nothingFound}
          </p>
        ) : (
          <div className={styles.rows}>
            {found.slice(0, shown).map((action) => {
              const key = actionKey(action);
              return (
                <ActionRow
                  key={key}
                  action={action}
                  group={group}
                  chosen={key === chosen}
                  onChoose={() => onChoose(key)}
                  onPress={revealBoards}
                />
              );
            })}
          </div>
        )}
        {found.length > shown ? (
          <Button kind="ghost" wide onClick={() => setShown((count) => count + pageSize)}>
            {words.showMore}
          </Button>
        ) : null}
      </fieldset>
    </>
  );
}

interface ActionRowProps {
  action: OfferedAction;
  group: string;
  chosen: boolean;
  onChoose: () => void;
  onPress: (event: MouseEvent) => void;
}

function ActionRow({ action: { title, points, emoji }, group, chosen, onChoose, onPress }: ActionRowProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span className={styles.words}>
        <Hyphenated>{title}</Hyphenated>
        {/* Lies over the row. It is within the words, so that whatever aims at the words presses it. */}
        <input
          type="radio"
          name={group}
          checked={chosen}
          aria-label={title}
          aria-describedby={`${id}-points`}
          onChange={onChoose}
          onClick={onPress}
        />
      </span>
      <span id={`${id}-points`}>
        <PointsPill points={points} />
      </span>
    </label>
  );
}
