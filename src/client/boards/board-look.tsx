import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { boardIcons, themes } from '#shared/board-choices';
import type { Board, ChangeBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { ThemeChoice } from '#client/ui/theme-choice.tsx';
import { useChooseForBoard } from './board-commands.ts';
import styles from './board-settings.module.css';
import { boardSettingsMessages as texts } from './board-settings-messages.fr.ts';
import { boardsMessages } from './boards-messages.fr.ts';
import { SavedNote } from './saved-note.tsx';

export function BoardThemeChoice({ board }: { board: Board }) {
  const { shown, choose, outcome } = useSetting(board.id, board.theme, (theme) => ({ theme }), texts.saved.theme);
  return (
    <Stack gap={3}>
      <ThemeChoice
        legend={texts.theme}
        options={themes.map((theme) => ({ theme, name: boardsMessages.themes[theme] }))}
        value={shown}
        onChoose={choose}
      />
      {outcome}
    </Stack>
  );
}

interface BoardIconOpenerProps {
  board: Board;
  /** Whether it is what one comes back to. */
  takesFocus: boolean;
  onOpen: () => void;
}

export function BoardIconOpener({ board: { icon }, takesFocus, onOpen }: BoardIconOpenerProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const name = nameOf(icon);
  return (
    <Stack gap={2}>
      <p className="label">{texts.icon}</p>
      <button ref={button} type="button" className={styles.opener} onClick={onOpen}>
        <span className={styles.icon} {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}>
          {icon}
        </span>
        {texts.changeIcon}
        <ChevronRight aria-hidden="true" />
      </button>
    </Stack>
  );
}

/** The view of the thirteen icons. */
export function BoardIconChoice({ board, onBack }: { board: Board; onBack: () => void }) {
  const view = useRef<HTMLDivElement>(null);
  const { shown, choose, outcome } = useSetting(board.id, board.icon, (icon) => ({ icon: knownIcon(icon) }), texts.saved.icon);
  useEffect(() => view.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  return (
    <div ref={view}>
      <Stack gap={3}>
        <EmojiChoice legend={texts.chooseIcon} legendHidden options={boardIcons} value={shown} onChoose={choose} />
        {outcome}
        <Button icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          {texts.back}
        </Button>
      </Stack>
    </div>
  );
}

/**
 * A setting that is saved as soon as it is chosen. Choices are sent one after the other, and those that another has
 * overtaken are not sent at all: the last one chosen is the one that stays.
 */
export function useSetting<Value extends string>(boardId: BoardId, saved: Value, bodyOf: (value: Value) => ChangeBoard, savedText: string) {
  const { mutateAsync } = useChooseForBoard(boardId);
  const [wanted, setWanted] = useState<Value | null>(null);
  const [state, setState] = useState<'idle' | 'saved' | { failed: Value }>('idle');
  const newest = useRef<Value | null>(null);
  const queue = useRef(Promise.resolve());

  function choose(value: Value) {
    newest.current = value;
    setWanted(value);
    setState('idle');
    queue.current = queue.current.then(() => save(value));
  }

  async function save(value: Value) {
    if (newest.current !== value) return;
    let result: typeof state = 'saved';
    try {
      await mutateAsync(bodyOf(value));
    } catch {
      // Shown beside the setting, with a way to try again.
      result = { failed: value };
    }
    if (newest.current !== value) return;
    setWanted(null);
    setState(result);
  }

  const outcome: ReactNode = (
    <>
      <SavedNote>{state === 'saved' ? savedText : null}</SavedNote>
      {typeof state === 'object' ? <ErrorBanner onRetry={() => choose(state.failed)}>{texts.saveFailed}</ErrorBanner> : null}
    </>
  );
  return { shown: wanted ?? saved, choose, outcome };
}

function nameOf(icon: string): string | undefined {
  return boardIcons.find(({ symbol }) => symbol === icon)?.name;
}

function knownIcon(icon: string) {
  return boardIcons.find(({ symbol }) => symbol === icon)?.symbol;
}
