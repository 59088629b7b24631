import { useEffect, useState } from 'react';
import type { UserId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { proposalsMessages } from '#client/actions/proposals-messages.fr.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import type { Asked } from './asked.ts';
import { ContestNews } from './contest-news.tsx';
import { contestMessages } from './contest-messages.fr.ts';
import { openings } from './openings.ts';
import { lapsesOf, nameOf, takenKinds } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { usePause } from './running-pause.ts';
import { useUntilCoinFalls } from './until-coin-falls.ts';

interface PlayNewsProps {
  shown: ShownBoard;
  asked: readonly Asked[];
  myId: UserId;
}

/** Says aloud what a board asks its members and what became of it, and opens the dialogs of what it plays for. Draws nothing itself. */
export function PlayNews({ shown, asked, myId }: PlayNewsProps) {
  const { board, members, play } = shown;
  useUntilCoinFalls(board.id);
  const clock = { now: useServerTime(lapsesOf(play)), today: useDayIn(board.timeZone) };
  const { pause } = usePause(play?.pauses);
  const [terms, setTerms] = useState<Terms | undefined>();
  // A new number gives the next opening a dialog that knows nothing of the last one.
  const [opening, setOpening] = useState(0);
  const { Dialog: ProposeDialog, ...proposal } = useLazyDialog(loadProposeDialog);
  const { Dialog: HallOfFame, ...hall } = useLazyDialog(loadHallOfFame);
  const { id: boardId } = board;
  const { open: openProposal } = proposal;
  const { open: openHall } = hall;
  useEffect(
    () =>
      openings.listen((request) => {
        if (request.boardId !== boardId) return;
        if (request.what === 'hall of fame') return openHall();
        setTerms(request.terms);
        setOpening((count) => count + 1);
        openProposal();
      }),
    [boardId, openProposal, openHall],
  );
  const ideas = asked.filter(({ kind }) => kind === 'action').length;
  return (
    <>
      {/* There from the start: one that came with its words would not be read out. */}
      <p role="status" className="visually-hidden">
        {[...asked.flatMap((one) => saidOf(one, myId)), ...(ideas > 0 ? [proposalsMessages.waiting({ count: ideas })] : [])].join(' ')}
      </p>
      {play?.contests?.list.map((contest) => (
        <ContestNews key={contest.id} {...{ contest, myId }} />
      ))}
      {ProposeDialog ? (
        <ProposeDialog
          key={opening}
          {...{ board, terms }}
          today={clock.today}
          eve={pause?.lastDay ?? clock.today}
          isDuel={members.length === 2}
          taken={takenKinds(shown, clock, pause)}
          open={proposal.isOpen}
          onClose={proposal.close}
          onClosed={keepFocus}
        />
      ) : null}
      {HallOfFame ? <HallOfFame {...{ board, members }} open={hall.isOpen} onClose={hall.close} /> : null}
    </>
  );
}

/** The others are said by their cards. */
function saidOf(asked: Asked, myId: UserId): string[] {
  if (asked.kind === 'agreement') {
    const { proposedBy, terms } = asked.agreement;
    return [texts.awaited({ name: nameOf(proposedBy), kind: terms.kind })];
  }
  if (asked.kind !== 'contest' || asked.contest.answeredBy !== myId || asked.contest.keptAt !== null) return [];
  return [contestMessages.asked({ name: asked.contest.by.username })];
}

/** What opened the dialog is gone once all is proposed; the dialog gives the focus back right after it has closed. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) passFocusOn([document.querySelector<HTMLElement>('[data-agreement]')]);
  });
}

const loadProposeDialog = async () => (await import('./propose-dialog.tsx')).ProposeDialog;
const loadHallOfFame = async () => (await import('./hall-of-fame.tsx')).HallOfFame;
