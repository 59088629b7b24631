import { useState } from 'react';
import type { Board, Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Contest } from '#shared/play';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import { Coin } from './coin.tsx';
import { titleOf } from './contest-card.tsx';
import { isPlayedLarge } from './contest-facts.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';
import styles from './play.module.css';
import { useTurning } from './turning.ts';

interface ContestEndProps {
  contest: Contest;
  theme: Board['theme'];
  members: readonly Member[];
  myId: UserId;
}

/** The coin in flight, or how the others voted, on a sheet that opens for the two whom it is about, once no other dialog is open. */
export function ContestEnd({ contest, theme, members, myId }: ContestEndProps) {
  const { outcome, how, by, answeredBy } = contest;
  const [wasOpen] = useState(outcome === null);
  const [sheet, setSheet] = useState<'waits' | 'open' | 'closed'>('waits');
  const isTurning = useTurning(contest);
  const isBusy = useAnyDialogOpen();
  if (wasOpen && isPlayedLarge(contest, myId) && sheet === 'waits' && !isBusy) setSheet('open');
  const answerer = members.find(({ userId }) => userId === answeredBy);
  return (
    <Dialog open={sheet === 'open'} onClose={() => setSheet('closed')} title={titleOf(contest, myId)}>
      <Stack gap={5} className={styles.end} data-board-theme={theme}>
        {how === 'coin' && !wantsStillness() ? (
          <Coin heads={by.avatar} tails={answerer?.avatar ?? by.avatar} isHeads={outcome === 'void'} isFlying={isTurning} />
        ) : null}
        <p role="status" className={styles.large}>
          {isTurning ? texts.turning : texts.result(contest)}
        </p>
        {how === 'vote' ? <p>{texts.votes(contest)}</p> : null}
      </Stack>
    </Dialog>
  );
}
