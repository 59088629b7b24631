import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { boardIcons, themes } from '#shared/board-choices';
import { catalogueQuery } from '#client/actions/action-queries.ts';
import { Refused } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { Button } from '#client/ui/button.tsx';
import { useDraft } from '#client/ui/drafts.ts';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ThemeChoice } from '#client/ui/theme-choice.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { BoardActionsChoice } from './board-actions-choice.tsx';
import { BoardCardPicture } from './board-card.tsx';
import { useCreateBoard } from './board-commands.ts';
import { actionCount, type BoardDraft, boardOf, emptyDraft, hasName } from './board-draft.ts';
import { BoardNameField } from './board-name-field.tsx';
import { BoardStarters } from './board-starters.tsx';
import { boardsMessages, createBoardMessages as texts } from './boards-messages.fr.ts';
import styles from './create-board-screen.module.css';
import { offeredSharing } from './offered-sharing.ts';
import { PeopleToInvite } from './people-to-invite.tsx';

/** The form of a new board. What is typed outlives a failed save and an ended session. */
export function CreateBoardScreen() {
  const [draft, setDraft, forgetDraft] = useDraft<BoardDraft>('create-board', emptyDraft);
  const { create, isBusy } = useCreation(draft, forgetDraft);
  // Nothing is called missing before something was begun, and then left undone.
  const [nameLeft, setNameLeft] = useState(false);
  const missingId = useId();

  const named = hasName(draft);
  const withActions = actionCount(draft) > 0;
  const begun = draft.name !== '' || withActions;
  const nameError = nameLeft && begun && !named ? texts.titleRequired : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    // The dialogs of this form have forms of their own, whose events come by here.
    if (event.target !== event.currentTarget) return;
    if (named && withActions && !isBusy) void create();
  }

  return (
    <form noValidate className={styles.screen} onSubmit={submit}>
      <PageTitle className={styles.title}>{texts.title}</PageTitle>
      <div className={styles.fields}>
        <BoardStarters typed={draft.name} onStart={(start) => setDraft((now) => ({ ...now, ...start }))} />
        <div className={styles.face}>
          <BoardNameField
            label={texts.name}
            placeholder={texts.nameExample}
            required
            error={nameError}
            value={draft.name}
            onName={(name) => setDraft((now) => ({ ...now, name }))}
            onBlur={() => setNameLeft(true)}
          />
          <ThemeChoice
            legend={texts.theme}
            options={themes.map((theme) => ({ theme, name: boardsMessages.themes[theme] }))}
            value={draft.theme}
            onChoose={(theme) => setDraft((now) => ({ ...now, theme }))}
          />
          <EmojiChoice
            legend={texts.icon}
            options={boardIcons}
            value={draft.icon}
            onChoose={(chosen) =>
              setDraft((now) => ({ ...now, icon: boardIcons.find(({ symbol }) => symbol === chosen)?.symbol ?? now.icon }))
            }
          />
        </div>
        <BoardActionsChoice draft={draft} onChange={setDraft} />
        <PeopleToInvite
          invited={draft.invited}
          onInvited={(invited) => setDraft((now) => ({ ...now, invited }))}
          typed={draft.typedUsername}
          onTyped={(typedUsername) => setDraft((now) => ({ ...now, typedUsername }))}
        />
      </div>
      <div className={styles.end}>
        <div role="img" aria-label={texts.preview} className={styles.preview}>
          <BoardCardPicture
            board={{
              title: named ? draft.name : texts.nameExample,
              icon: draft.icon,
              theme: draft.theme,
              totalPoints: 0,
              memberCount: 1,
              actionCount: actionCount(draft),
            }}
          />
        </div>
        <div id={missingId} role="status" className={styles.missing}>
          {/* Said once: beside the field when that shows it already. */}
          {!begun || named || nameError ? null : <p>{texts.titleRequired}</p>}
          {!begun || withActions ? null : <p>{texts.actionsRequired}</p>}
        </div>
        <Button
          type="submit"
          kind="primary"
          size="lg"
          wide
          pending={isBusy}
          disabled={!named || !withActions}
          aria-describedby={missingId}
          data-board-theme={draft.theme}
        >
          {isBusy ? texts.submitting : texts.submit}
        </Button>
      </div>
    </form>
  );
}

function useCreation(draft: BoardDraft, forgetDraft: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { send, isPending, isSuccess } = useCreateBoard();
  const failureToast = useRef<number | null>(null);
  // Kept as long as the form: a reply that was lost on its way may hide a board that exists.
  const [key, keepKey, forgetKey] = useDraft<string | null>('create-board-key', null);
  // 'Réessayer' sends what the form says by then.
  const latest = useRef({ draft, key });
  useEffect(() => {
    latest.current = { draft, key };
  });

  async function create(): Promise<void> {
    if (failureToast.current !== null) toasts.dismiss(failureToast.current);
    failureToast.current = null;
    try {
      const catalogue = await client.ensureQueryData(catalogueQuery);
      const idempotencyKey = latest.current.key ?? newId();
      keepKey(idempotencyKey);
      const sent = send(boardOf(idempotencyKey, latest.current.draft, catalogue));
      if (!sent) return;
      const { board, skippedUsernames: names } = await sent;
      await navigate({ to: '/board/$boardId', params: { boardId: board.id } });
      const isAlone = latest.current.draft.invited.length === 0;
      forgetDraft();
      forgetKey();
      if (names.length > 0) toasts.show({ kind: 'success', message: texts.createdWithout({ names }) });
      else if (!isAlone) toasts.show({ kind: 'success', message: texts.created });
      else
        toasts.show({
          kind: 'success',
          message: texts.createdAlone,
          action: { label: texts.invite, onAction: () => offerSharing(board.id) },
        });
    } catch (error) {
      // The way to /login is shown then, and the draft waits behind it.
      if (error instanceof Refused && error.code === 'no_user_logged_in') return;
      // What was made under the key is out of reach: the next try makes another board.
      if (error instanceof Refused && (error.code === 'board_deleted' || error.code === 'board_not_found')) forgetKey();
      failureToast.current = toasts.show({
        kind: 'error',
        message: reasonOf(error) ?? texts.failed,
        action: { label: words.retry, onAction: () => void create() },
      });
    }
  }

  function offerSharing(boardId: string): void {
    offeredSharing.set(boardId);
    void navigate({ to: '/board/$boardId', params: { boardId } });
  }

  // The screen is left once the next one is there; until then the job is not done.
  return { create, isBusy: isPending || isSuccess };
}

/** What a refusal says that asking again does not change. */
function reasonOf(error: unknown): string | null {
  return error instanceof Refused && error.status < 500 && error.status !== 429 ? error.sentence : null;
}
