import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Board } from '#shared/boards';
import { useServerTime } from '#client/api/server-time.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import agreement from './agreement.module.css';
import { ContestFacts, ContestMoves, type ContestProps, titleOf } from './contest-card.tsx';
import { voteQuery } from './contest-commands.ts';
import { answererOf, askedOf } from './contest-facts.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';
import styles from './play-news.module.css';
import { useTurning } from './turning.ts';

/** A contest in the header of its board: what it asks of one, and, for whoever saw it open, what became of it. */
export function ContestLine({ theme, ...props }: ContestProps & { theme: Board['theme'] }) {
  const { contest, boardId, members, myId } = props;
  const { outcome } = contest;
  const [wasOpen] = useState(outcome === null);
  const [isShown, setShown] = useState(false);
  const isTurning = useTurning(contest);
  const asked = askedOf(contest, members, myId, useServerTime([contest.endsAt]));
  const { data: own } = useQuery({ ...voteQuery({ boardId, contestId: contest.id }), enabled: asked === 'vote' });
  const isNews = wasOpen && outcome !== null;
  const isAsked = asked !== null && !(asked === 'vote' && own?.isVoid !== null);
  const what = asked === 'toss' ? toldKept(props) : titleOf(contest, myId);
  return (
    <>
      {/* There before its words. */}
      <p role="status" className="visually-hidden">
        {isNews && !isTurning ? texts.result(contest) : ''}
      </p>
      {isNews ? (
        <p className={styles.line} aria-hidden="true">
          <span className={styles.what}>{isTurning ? texts.turning : texts.result(contest)}</span>
        </p>
      ) : isAsked ? (
        <button type="button" className={styles.line} data-asks="" aria-haspopup="dialog" onClick={() => setShown(true)}>
          <span className={styles.what}>{what}</span>
          <span className={styles.more}>{asks[asked]}</span>
          <ChevronRight aria-hidden="true" className={styles.arrow} />
        </button>
      ) : null}
      <Dialog
        // Settled, it closes by itself, and the coin is seen.
        open={isShown && outcome === null}
        onClose={() => setShown(false)}
        title={titleOf(contest, myId)}
        footer={
          <div className={agreement.foot} data-board-theme={theme}>
            <ContestMoves {...props} onMoved={() => setShown(false)} />
          </div>
        }
      >
        <div data-board-theme={theme}>
          <ContestFacts {...props} />
        </div>
      </Dialog>
    </>
  );
}

const asks = { answer: texts.answerIt, vote: texts.voteNow, toss: texts.tossNow };

function toldKept({ contest, members, myId }: ContestProps): string {
  return contest.answeredBy === myId ? texts.youKeep : texts.theyKeep({ name: answererOf(contest, members) });
}
