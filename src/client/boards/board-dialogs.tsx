import { type ReactNode, lazy, Suspense, useState } from 'react';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';

const loaders = {
  settings: () => import('./board-settings-dialog.tsx'),
  share: () => import('./share-board-dialog.tsx'),
};
const BoardSettingsDialog = lazy(async () => ({ default: (await loaders.settings()).BoardSettingsDialog }));
const ShareBoardDialog = lazy(async () => ({ default: (await loaders.share()).ShareBoardDialog }));

type DialogName = keyof typeof loaders;

/** The settings and the sharing of a board, loaded when first asked for. `drawn` belongs into the screen. */
export function useBoardDialogs(boardId: string): { open: (name: DialogName) => void; drawn: ReactNode } {
  const toasts = useToasts();
  const [shown, setShown] = useState<DialogName | null>(null);
  // Once drawn a dialog stays, so that it can leave with its motion and give the focus back.
  const [drawn, setDrawn] = useState<ReadonlySet<DialogName>>(new Set());

  async function open(name: DialogName): Promise<void> {
    try {
      await loaders[name]();
      setDrawn((names) => new Set([...names, name]));
      setShown(name);
    } catch {
      toasts.show({ kind: 'error', message: words.unreachable, action: { label: words.retry, onAction: () => void open(name) } });
    }
  }

  const propsOf = (name: DialogName) => ({
    boardId,
    open: shown === name,
    onOpenChange: (isOpen: boolean) => setShown(isOpen ? name : null),
  });
  return {
    open: (name) => void open(name),
    drawn: (
      <Suspense>
        {drawn.has('settings') ? <BoardSettingsDialog {...propsOf('settings')} /> : null}
        {drawn.has('share') ? <ShareBoardDialog {...propsOf('share')} /> : null}
      </Suspense>
    ),
  };
}
