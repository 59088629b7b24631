import { type FocusEvent, type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { boardTitle } from '#shared/board-title';
import type { Board } from '#shared/boards';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useChangeBoard } from './board-commands.ts';
import { BoardNameField } from './board-name-field.tsx';
import styles from './board-settings.module.css';
import { boardSettingsMessages as texts } from './board-settings-messages.fr.ts';
import { SavedNote } from './saved-note.tsx';

/** The name is saved on its own: by Enter, by its button, or by going on to something else. Escape restores the saved one. */
export function BoardTitleForm({ board }: { board: Board }) {
  const change = useChangeBoard(board.id);
  const [typed, setTyped] = useState<string | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const title = boardTitle(typed ?? board.title);
  const isChanged = title !== board.title;

  function save() {
    setEmpty(title === '');
    if (title === '' || change.isPending) return;
    if (isChanged) change.mutate({ title }, { onSuccess: () => setTyped(null) });
    else setTyped(null);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    save();
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget) && typed !== null) save();
  }

  function restore(event: KeyboardEvent) {
    if (event.key !== 'Escape' || typed === null) return;
    // Escape leaves the name; it must not close the dialog.
    event.stopPropagation();
    setTyped(null);
    setEmpty(false);
    change.reset();
  }

  const refusal = finalRefusal(change.error);
  return (
    <form noValidate onSubmit={submit} onBlur={leave} onKeyDown={restore}>
      <Stack gap={2}>
        <BoardNameField
          label={texts.name}
          value={typed ?? board.title}
          error={isEmpty ? texts.nameRequired : refusal}
          enterKeyHint="done"
          aria-required="true"
          onName={(name) => {
            setTyped(name);
            setEmpty(false);
            change.reset();
          }}
          end={
            typed !== null && isChanged ? (
              <Button type="submit" className={styles.save} pending={change.isPending}>
                {words.save}
              </Button>
            ) : null
          }
        />
        <SavedNote>{change.isSuccess ? texts.saved.title : null}</SavedNote>
        {change.isError && refusal === null ? <ErrorBanner onRetry={save}>{texts.saveFailed}</ErrorBanner> : null}
      </Stack>
    </form>
  );
}
