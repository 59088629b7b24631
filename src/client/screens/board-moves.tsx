import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { FlameLit } from '#client/boards/flame-lit.tsx';
import { JokerToast } from '#client/boards/joker-toast.tsx';
import { LeadCelebration } from '#client/leaderboard/lead-celebration.tsx';
import { ArrivalMoment } from '#client/membership/arrival-moment.tsx';
import { OwnHop, Riposte } from '#client/notices/riposte.tsx';
import { tellLead } from '#client/notices/ripostes.ts';
import { ContestEnd } from '#client/play/contest-end.tsx';
import { PodiumMoment } from '#client/play/podium-moment.tsx';
import { boardInSeason, type Game, inSeason } from '#client/play/game.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';

// Loaded as one: each further address of a part costs the screen itself.
export { ScoresTab } from '#client/leaderboard/scores-tab.tsx';
export { AvatarOffer } from '#client/boards/avatar-offer.tsx';
export { ScoreAtHand } from '#client/boards/score-at-hand.tsx';
export { FlameDialog } from './flame-dialog.tsx';
export { ScoresAside } from './scores-aside.tsx';

interface BoardMovesProps {
  /** The board as the server has it, without commands that are still to be sent and could be undone. */
  opened: OpenedBoard;
  /** As it was when its screen opened. */
  atFirst: OpenedBoard;
  /** The board as it is shown, what it plays for, and who wears the crown there. */
  shown: ShownBoard;
  game: Game;
  crownedId: UserId | null;
  myId: UserId;
}

/** What happens on the open board while it is looked at, told once each; and what a notification of it has opened. */
export function BoardMoves({ opened, atFirst, shown, game, ...crown }: BoardMovesProps) {
  const { board, members, activities } = shown;
  // There are no two leaders: while a season runs, its points say who takes the lead.
  const [before, now] = useMemo(() => [boardInSeason(atFirst, game), boardInSeason(opened, game)], [atFirst, opened, game]);
  const playing = useMemo(() => inSeason(members, game), [members, game]);
  const { Dialog: RiposteSheet, opening, ...sheet } = useRiposteSheet();
  return (
    <>
      <LeadCelebration opened={now} atFirst={before} shown={playing} tellLead={tellLead} {...crown} />
      <ArrivalMoment opened={opened} myId={crown.myId} />
      <Riposte opened={opened} myId={crown.myId} />
      {board.playMode === 'together' ? <OwnHop activities={activities} myId={crown.myId} /> : null}
      {RiposteSheet ? <RiposteSheet key={opening} opened={opened} myId={crown.myId} open={sheet.isOpen} onClose={sheet.close} /> : null}
      {opened.play?.contests?.list.map((contest) => (
        <ContestEnd key={contest.id} theme={opened.board.theme} members={members} contest={contest} myId={crown.myId} />
      ))}
      <PodiumMoment board={opened.board} play={opened.play} myId={crown.myId} />
      {members.length > 1 ? (
        <>
          <JokerToast board={opened.board} myId={crown.myId} />
          <FlameLit {...{ board, members, activities }} myId={crown.myId} />
        </>
      ) : null}
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
