import type { Member, OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { JokerToast } from '#client/boards/joker-toast.tsx';
import { LeadCelebration } from '#client/leaderboard/lead-celebration.tsx';
import { Riposte } from '#client/notices/riposte.tsx';
import { tellLead } from '#client/notices/ripostes.ts';

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

/** What happens on the open board while it is looked at, told once each. */
export function BoardMoves({ opened, atFirst, shown, ...crown }: BoardMovesProps) {
  return (
    <>
      <LeadCelebration opened={opened} atFirst={atFirst} shown={shown} tellLead={tellLead} {...crown} />
      <Riposte opened={opened} isDuel={shown.length === 2} />
      {shown.length > 1 ? <JokerToast board={opened.board} /> : null}
    </>
  );
}
