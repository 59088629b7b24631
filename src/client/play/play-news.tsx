import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { BoardId, UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { Agreement, Season, Terms } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Raised } from '#client/ui/raised.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { AgreementDialog } from './agreement-dialog.tsx';
import { asked } from './asked.ts';
import { askedOf } from './contest-facts.ts';
import { ContestLine } from './contest-line.tsx';
import { contestMessages } from './contest-messages.fr.ts';
import {
  daysInWords,
  lapsesOf,
  leadingFace,
  nameOf,
  openAgreements,
  ownPlace,
  pointsOf,
  progressOf,
  takenKinds,
  titleOf,
} from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { usePause } from './running-pause.ts';
import styles from './play-news.module.css';
import { useUntilCoinFalls } from './until-coin-falls.ts';

interface PlayNewsProps {
  shown: ShownBoard;
  myId: UserId;
}

/** In the header of a board: what waits for one's own answer, how long its seasons last, and one's own place in them. Opens the dialogs of all that, too. */
export function PlayNews({ shown, myId }: PlayNewsProps) {
  const { board, members, play } = shown;
  useUntilCoinFalls(board.id);
  const clock = { now: useServerTime(lapsesOf(play)), today: useDayIn(board.timeZone) };
  const { pause, rests } = usePause(play?.pauses);
  // Those that rest have nothing to tell.
  const seasons = rests ? [] : (play?.seasons ?? []);
  const contests = play?.contests?.list ?? [];
  const answers = contests.filter((one) => askedOf(one, members, myId, clock.now) === 'answer');
  const waiting = openAgreements(play, clock).filter(({ agreed }) => !agreed.includes(myId));
  const dialogs = useDialogs(shown, clock, pause);
  const [answered, setAnswered] = useState<{ agreement: Agreement; open: boolean } | null>(null);
  const wanted = useWanted();
  // There its card is the first.
  const isOnScores = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('tab') === 'scores' });
  // A board that was kept from earlier may hear of it only in a moment.
  const asks = waiting.find(({ id }) => id === wanted.agreementId);
  if (asks && !(answered?.open && answered.agreement.id === asks.id)) setAnswered({ agreement: asks, open: true });
  const isAsked = asks !== undefined;
  const onAsked = useEffectEvent(wanted.forget);
  useEffect(() => {
    if (isAsked) onAsked();
  }, [isAsked]);
  return (
    <>
      {/* There from the start: one that came with its words would not be read out. */}
      <p role="status" className="visually-hidden">
        {[
          ...waiting.map((one) => texts.awaited({ name: nameOf(one.proposedBy), kind: one.terms.kind })),
          ...answers.map(({ by }) => contestMessages.asked({ name: by.username })),
        ].join(' ')}
      </p>
      {seasons.length + waiting.length + contests.length === 0 && !pause ? null : (
        <div className={styles.lines}>
          {isOnScores
            ? null
            : waiting.map((one) => (
                <button
                  key={one.id}
                  type="button"
                  className={styles.line}
                  data-asks=""
                  aria-haspopup="dialog"
                  onClick={() => setAnswered({ agreement: one, open: true })}
                >
                  <span className={styles.what}>{texts.proposes({ name: nameOf(one.proposedBy), kind: one.terms.kind })}</span>
                  <span className={styles.more}>{texts.answerIt}</span>
                  <ChevronRight aria-hidden="true" className={styles.arrow} />
                </button>
              ))}
          {contests.map((contest) => (
            <ContestLine
              key={contest.id}
              boardId={board.id}
              theme={board.theme}
              activities={shown.activities}
              {...{ contest, members, myId }}
            />
          ))}
          {pause ? <PauseLine {...{ pause, rests, boardId: board.id }} hasSeason={(play?.seasons ?? []).length > 0} /> : null}
          {seasons.map((season) => (
            <SeasonLine key={season.id} {...{ season, boardId: board.id, pauses: play?.pauses, myId }} />
          ))}
        </div>
      )}
      {seasons.some(({ kind }) => kind === 'season') ? (
        <p data-always="" className={styles.always}>
          {texts.always}
        </p>
      ) : null}
      {answered ? (
        <AgreementDialog
          agreement={play?.agreements.find(({ id }) => id === answered.agreement.id) ?? answered.agreement}
          {...{ board, members, myId }}
          // Answered, withdrawn or lapsed, it closes by itself.
          open={answered.open && waiting.some(({ id }) => id === answered.agreement.id)}
          onClose={() => setAnswered({ ...answered, open: false })}
        />
      ) : null}
      {dialogs}
    </>
  );
}

/** Whose proposal the address asks to answer (`noticeLink`). A reload, or Back to this screen, is no second press. */
function useWanted() {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const agreementId = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('reponse') });
  const forget = () => void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
  return { agreementId, forget };
}

interface SeasonLineProps {
  season: Season;
  boardId: BoardId;
  pauses: readonly Pause[] | undefined;
  myId: UserId;
}

/** It leads to Scores. On a phone the days are told in short, and a goal is. */
function SeasonLine({ season, boardId, pauses, myId }: SeasonLineProps) {
  const today = useDayIn(season.timeZone);
  const [title, isGoal, isAhead] = [titleOf(season), season.kind === 'goal', season.startsOn > today];
  const progress = progressOf({ goal: season.goal, points: pointsOf(season.standings) });
  const place = isAhead ? null : isGoal ? texts.progress(progress) : ownPlace(season, myId);
  const what = place === null ? title : texts.standing({ what: title, place });
  const face = isGoal || isAhead ? undefined : leadingFace(season.standings);
  const inShort = isGoal && !isAhead ? texts.goalInShort(progress) : what;
  return (
    <Link
      to="/board/$boardId"
      params={{ boardId }}
      search={{ tab: 'scores' }}
      resetScroll={false}
      className={styles.line}
      data-in-short={inShort.replace('ᵉ', 'e')}
      data-days={texts.within({ days: daysInWords(season, today, pauses, texts.daysInShort) })}
      data-days-in-short={texts.within({ days: daysInWords(season, today, pauses, texts.daysInBrief) })}
    >
      {face ? (
        <span aria-hidden="true" className={styles.face}>
          {face}
        </span>
      ) : null}
      <span className={styles.whole}>
        <span className={styles.what}>
          <Raised>{what}</Raised>
        </span>
        <span className={styles.dot}>{' · '}</span>
        <span className={styles.days}>{texts.within({ days: daysInWords(season, today, pauses) })}</span>
      </span>
      {isGoal && !isAhead ? <Bar percent={progress.percent} /> : null}
    </Link>
  );
}

function Bar({ percent }: { percent: number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => bar.current?.style.setProperty('--done', `${percent}%`), [percent]);
  return <span ref={bar} className={styles.bar} />;
}

interface PauseLineProps {
  pause: Pause;
  boardId: BoardId;
  /** Whether it has begun. */
  rests: boolean;
  hasSeason: boolean;
}

/** It leads to Scores, too. */
function PauseLine({ pause, boardId, rests, hasSeason }: PauseLineProps) {
  return (
    <Link to="/board/$boardId" params={{ boardId }} search={{ tab: 'scores' }} resetScroll={false} className={styles.line}>
      <span className={styles.what}>{rests ? texts.onPause(pause) : texts.pauseTomorrow}</span>
      <span className={styles.rest}>{rests ? texts.rests({ hasSeason }) : texts.enjoy}</span>
    </Link>
  );
}

function useDialogs(shown: ShownBoard, clock: Parameters<typeof takenKinds>[1], pause: Pause | undefined) {
  const { board, members, play } = shown;
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
      asked.listen((request) => {
        if (request.boardId !== boardId) return;
        if (request.what === 'hall of fame') return openHall();
        setTerms(request.terms);
        setOpening((count) => count + 1);
        openProposal();
      }),
    [boardId, openProposal, openHall],
  );
  return (
    <>
      {ProposeDialog ? (
        <ProposeDialog
          key={opening}
          {...{ board, terms }}
          today={clock.today}
          eve={pause?.lastDay ?? clock.today}
          isDuel={members.length === 2}
          taken={takenKinds(play, clock, pause)}
          open={proposal.isOpen}
          onClose={proposal.close}
          onClosed={keepFocus}
        />
      ) : null}
      {HallOfFame ? <HallOfFame {...{ board, members }} open={hall.isOpen} onClose={hall.close} /> : null}
    </>
  );
}

/** What opened the dialog is gone once all is proposed; the dialog gives the focus back right after it has closed. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) passFocusOn([document.querySelector<HTMLElement>('[data-agreement]')]);
  });
}

const loadProposeDialog = async () => (await import('./propose-dialog.tsx')).ProposeDialog;
const loadHallOfFame = async () => (await import('./hall-of-fame.tsx')).HallOfFame;
