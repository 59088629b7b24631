import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Member, OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { JokerToast } from '#client/boards/joker-toast.tsx';
import { LeadCelebration } from '#client/leaderboard/lead-celebration.tsx';
import { ArrivalMoment } from '#client/membership/arrival-moment.tsx';
import { Riposte } from '#client/notices/riposte.tsx';
import { tellLead } from '#client/notices/ripostes.ts';
import { ContestEnd } from '#client/play/contest-end.tsx';
import { PodiumMoment } from '#client/play/podium-moment.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';

// Loaded as one: each further address of a part costs the screen itself.
export { FlameFacts } from '#client/leaderboard/flame-facts.tsx';
export { ScoresTab } from '#client/leaderboard/scores-tab.tsx';
export { ScoresAside } from './scores-aside.tsx';

interface BoardMovesProps {
  /** The board as the server has it, without commands that are still to be sent and could be undone. */
  opened: OpenedBoard;
  /** As it was when its screen opened. */
  atFirst: OpenedBoard;
  /** The members as they are shown, and which of them wears the crown. */
  shown: readonly Member[];
  crownedId: UserId | null;
  myId: UserId;
}

/** What happens on the open board while it is looked at, told once each; and what a notification of it has opened. */
export function BoardMoves({ opened, atFirst, shown, ...crown }: BoardMovesProps) {
  const { Dialog: RiposteSheet, opening, ...sheet } = useRiposteSheet();
  return (
    <>
      <LeadCelebration opened={opened} atFirst={atFirst} shown={shown} tellLead={tellLead} {...crown} />
      <ArrivalMoment opened={opened} myId={crown.myId} />
      <Riposte opened={opened} />
      {RiposteSheet ? <RiposteSheet key={opening} opened={opened} myId={crown.myId} open={sheet.isOpen} onClose={sheet.close} /> : null}
      {opened.play?.contests?.list.map((contest) => (
        <ContestEnd key={contest.id} theme={opened.board.theme} members={shown} contest={contest} myId={crown.myId} />
      ))}
      <PodiumMoment board={opened.board} play={opened.play} myId={crown.myId} />
      {shown.length > 1 ? <JokerToast board={opened.board} myId={crown.myId} /> : null}
    </>
  );
}

const loadRiposteSheet = async () => (await import('#client/notices/riposte-sheet.tsx')).RiposteSheet;

/** Opens it when the address asks for it, and takes that out of the address: a reload, or Back, is no second press. */
function useRiposteSheet() {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const { riposte, ...others } = useSearch({ from: '/shell/board/$boardId' });
  const { open, ...sheet } = useLazyDialog(loadRiposteSheet);
  const isAsked = riposte !== undefined;
  const [wasAsked, setWasAsked] = useState(false);
  // A new number gives the next opening a sheet that knows nothing of the last one.
  const [opening, setOpening] = useState(0);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setOpening(opening + 1);
  }
  const take = useEffectEvent(() => {
    open();
    void navigate({ search: others, replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (isAsked) take();
  }, [isAsked]);
  return { ...sheet, opening };
}
