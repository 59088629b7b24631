import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Board } from '#shared/boards';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { ownZone } from '#client/ui/own-zone.ts';
import { Select } from '#client/ui/select.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useChangeBoard } from './board-commands.ts';
import { boardSettingsMessages as texts } from './board-settings-messages.fr.ts';
import styles from './board-settings.module.css';
import { SavedNote } from './saved-note.tsx';
import { nameAllZones, type NamedZone, withFirst } from './time-zone-names.fr.ts';

/** The choice of the board's time zone. It changes everybody's days, so only its button saves it: arrow keys step through the list. */
export function BoardTimeZoneChoice({ board }: { board: Board }) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const change = useChangeBoard(board.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const zones = useZones(board.timeZone);
  const shown = chosen ?? board.timeZone;

  function save() {
    if (shown === board.timeZone || change.isPending) return;
    // The button goes when it is saved, and would take the focus with it.
    select.current?.focus();
    change.mutate({ timeZone: shown }, { onSuccess: () => setChosen(null) });
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    save();
  }

  const refusal = finalRefusal(change.error);
  return (
    <form onSubmit={submit}>
      <Stack gap={2}>
        <label htmlFor={id} className="label">
          {texts.timeZone}
        </label>
        <Row gap={2} wraps={false}>
          <div className={styles.select}>
            <Select
              ref={select}
              id={id}
              aria-describedby={`${id}-hint`}
              value={shown}
              onChange={({ target }) => {
                setChosen(target.value);
                change.reset();
              }}
            >
              {zones.map(({ zone, name }) => (
                <option key={zone} value={zone}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
          {shown === board.timeZone ? null : (
            <Button type="submit" className={styles.save} pending={change.isPending}>
              {words.save}
            </Button>
          )}
        </Row>
        <p id={`${id}-hint`} className="hint">
          {texts.timeZoneHint}
        </p>
        <SavedNote>{change.isSuccess ? texts.saved.timeZone : null}</SavedNote>
        {change.isError ? <ErrorBanner onRetry={refusal === null ? save : undefined}>{refusal ?? texts.saveFailed}</ErrorBanner> : null}
      </Stack>
    </form>
  );
}

/** The board's own and that of this phone first: one of them is wanted more often than not. */
function useZones(own: string): NamedZone[] {
  const [all, setAll] = useState<readonly NamedZone[]>([]);
  useEffect(() => {
    let isShown = true;
    void nameAllZones().then((named) => (isShown ? setAll(named) : undefined));
    return () => {
      isShown = false;
    };
  }, []);
  const here = ownZone();
  return withFirst(here === undefined ? [own] : [own, here], all);
}
