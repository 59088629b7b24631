import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { FramePill } from '#client/boards/board-frame.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { reporting } from '#client/ui/unexpected.ts';
import type { Asked } from './asked.ts';
import { askedMessages as texts } from './asked-messages.fr.ts';

interface AskedPillProps {
  asked: readonly Asked[];
  shown: ShownBoard;
  me: Account;
}

/** Opens what the person is asked on the board, one question after the other (decision D61). An address opens one of them. */
export function AskedPill({ asked, shown, me }: AskedPillProps) {
  const { Dialog: Stack, ...stack } = useLazyDialog(loadStack);
  // A new number gives the next opening a sheet that knows nothing of the last one.
  const [opening, setOpening] = useState<{ number: number; first?: string | undefined }>({ number: 0 });
  const show = (first?: string) => {
    setOpening(({ number }) => ({ number: number + 1, first }));
    stack.open();
  };
  useWanted(asked, show);
  const isAsked = asked.length > 0;
  // Before it is pressed: an answer can be given without a network.
  useEffect(() => {
    if (isAsked) void loadStack().catch(reporting('code'));
  }, [isAsked]);
  return (
    <>
      {isAsked ? (
        <FramePill asks onClick={() => show()}>
          {texts.answers({ count: asked.length })}
        </FramePill>
      ) : null}
      {Stack && opening.number > 0 ? (
        <Stack key={opening.number} {...{ asked, shown, me }} first={opening.first} open={stack.isOpen} onClose={stack.close} />
      ) : null}
    </>
  );
}

/** Which proposal the address asks to answer (`noticeLink`). A reload, or Back to this screen, is no second press. */
function useWanted(asked: readonly Asked[], show: (first: string) => void) {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const wanted = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('reponse') });
  // A board that was kept from earlier may hear of it only in a moment.
  const isHere = asked.some(({ id }) => id === wanted);
  const take = useEffectEvent(() => {
    if (wanted === null) return;
    show(wanted);
    void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (isHere) take();
  }, [isHere]);
}

const loadStack = async () => (await import('./asked-stack.tsx')).AskedStack;
