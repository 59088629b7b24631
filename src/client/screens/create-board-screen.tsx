import { type FormEvent, useId, useState } from 'react';
import { boardIcons, themes } from '#shared/board-choices';
import { keepWords } from '#client/guests/keep-words.ts';
import { askToKeep } from '#client/accounts/keeping.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { Split, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ThemeChoice } from '#client/ui/theme-choice.tsx';
import { BoardActionsChoice } from '#client/boards/board-actions-choice.tsx';
import { BoardCardPicture } from '#client/boards/board-card.tsx';
import { useBoardCreation } from '#client/boards/creation/board-creation.ts';
import { actionCount, hasName } from '#client/boards/creation/board-draft.ts';
import { BoardNameField } from '#client/boards/board-name-field.tsx';
import { PlayModeChoice } from '#client/boards/creation/play-mode-choice.tsx';
import { BoardStarters } from '#client/boards/creation/board-starters.tsx';
import { boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { createBoardMessages as texts } from '#client/boards/create-board-messages.fr.ts';
import styles from './create-board-screen.module.css';
import { PeopleToInvite } from '#client/membership/people-to-invite.tsx';

/** The form of a new board; a guest keeps their game first. */
export function CreateBoardScreen() {
  const me = useMe();
  if (!me.isGuest) return <NewBoard />;
  const { action, createBoard } = keepWords(me);
  const keep = action !== null && (
    <Button kind="primary" onClick={askToKeep}>
      {action}
    </Button>
  );
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <EmptyState {...createBoard} emoji="👑" action={keep} />
    </>
  );
}

function NewBoard() {
  const { draft, setDraft, create, start, isBusy } = useBoardCreation();
  // A missing part is named only once the person has begun it and left it.
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
    <form noValidate onSubmit={submit}>
      <Stack gap={5}>
        <PageTitle>{texts.title}</PageTitle>
        <Split gap={5}>
          <Stack gap={5}>
            <BoardStarters isBusy={isBusy} onStart={start} />
            <Tiles gap={5} className={styles.header}>
              <Stack gap={5}>
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
              </Stack>
              <EmojiChoice
                legend={texts.icon}
                options={boardIcons}
                value={draft.icon}
                onChoose={(chosen) =>
                  setDraft((now) => ({ ...now, icon: boardIcons.find(({ symbol }) => symbol === chosen)?.symbol ?? now.icon }))
                }
              />
            </Tiles>
            <PlayModeChoice
              value={draft.playMode ?? null}
              onChoose={(playMode) => setDraft((now) => ({ ...now, playMode }))}
              theme={draft.theme}
            />
            <BoardActionsChoice draft={draft} onChange={setDraft} />
            <PeopleToInvite
              invited={draft.invited}
              onInvited={(invited) => setDraft((now) => ({ ...now, invited }))}
              typed={draft.typedUsername}
              onTyped={(typedUsername) => setDraft((now) => ({ ...now, typedUsername }))}
            />
          </Stack>
          <Stack className={styles.end}>
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
              {/* Shown once: not here when the field shows it already. */}
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
          </Stack>
        </Split>
      </Stack>
    </form>
  );
}
