import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { ReloadNeeded } from './lazy-import.ts';
import { reloadPage } from './reload-page.ts';
import { useToasts } from './toasts.tsx';
import { reportUnexpected } from './unexpected.ts';
import { unloadedSentence } from './unloaded-sentence.ts';
import { words } from './ui-messages.fr.ts';

interface LazyDialog<Props> {
  /** Null until the first opening. It stays mounted from then on, so that it can close with its motion and give the focus back. */
  Dialog: ComponentType<Props> | null;
  isOpen: boolean;
  /** A stable function, as is `close`. */
  open: () => void;
  close: () => void;
}

/**
 * A dialog whose code is loaded when it is first asked for. When that fails a toast says so and offers to try again: `lazy`
 * would replace the whole screen by an error, and keep it.
 */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const { show } = useToasts();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const open = useCallback(() => {
    const attempt = async () => {
      try {
        const loaded = await latest.current();
        setDialog(() => loaded);
        setOpen(true);
      } catch (error) {
        reportUnexpected('code', error);
        // The person has gone on to another screen: a toast there would only confuse.
        if (!isShown.current) return;
        const action =
          error instanceof ReloadNeeded
            ? { label: words.reload, onAction: reloadPage }
            : { label: words.retry, onAction: () => void attempt() };
        show({ kind: 'error', message: unloadedSentence(error), action });
      }
    };
    void attempt();
  }, [show]);
  const close = useCallback(() => setOpen(false), []);

  return { Dialog, isOpen, open, close };
}
