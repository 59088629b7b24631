import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { ActionProposal } from '#shared/action-proposals';
import type { Board } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Refused } from '#client/api/api.ts';
import { greeted, proposalsMoved } from '#client/sync/replica/signals.ts';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Card, Pill } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import styles from './action-proposals.module.css';
import { proposalsQuery, useAnswerProposal } from './proposal-commands.ts';
import { proposalsMessages as texts } from './proposals-messages.fr.ts';

interface ActionProposalsProps {
  board: Board;
  me: Account;
}

/** The person's own proposals that wait; the administrator answers them from the head of the board. Renders nothing without any. */
export function ActionProposals({ board, me }: ActionProposalsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: seen = [], refetch } = useQuery(proposalsQuery(board.id));
  // Right after a hand-over those of others are still there.
  const proposals = seen.filter(({ proposedBy }) => proposedBy.userId === me.id);
  useEffect(() => {
    const read = () => void refetch();
    const stops = [
      proposalsMoved.listen(({ boardId }) => {
        if (boardId === board.id) read();
      }),
      // Nothing else tells of proposals that were missed without a stream.
      greeted.listen(read),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [board.id, refetch]);
  useFocusAfterRemoval(proposals.length, heading);
  const [isUnfolded, setUnfolded] = useState(false);
  // The tiles stay near: to log is what the tab is for.
  const folded = proposals.length - 1;

  return (
    <>
      {proposals.length > 0 ? (
        <Stack as="section" gap={2} aria-labelledby={id} className={styles.section}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {texts.own}
          </h2>
          <p className="hint">{texts.ownHint}</p>
          <Stack as="ul" gap={2} id={`${id}-cards`}>
            {(isUnfolded ? proposals : proposals.slice(0, 1)).map((proposal) => (
              <ProposalCard key={proposal.id} boardId={board.id} proposal={proposal} />
            ))}
          </Stack>
          {folded > 0 ? (
            <Pill aria-expanded={isUnfolded} aria-controls={`${id}-cards`} className={styles.fold} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? texts.fold : texts.unfold({ count: folded })}
              <ChevronDown aria-hidden="true" />
            </Pill>
          ) : null}
        </Stack>
      ) : null}
    </>
  );
}

function ProposalCard({ boardId, proposal }: { boardId: BoardId; proposal: ActionProposal }) {
  const { id: proposalId, title, points, emoji, category } = proposal;
  const { show } = useToasts();
  const answer = useAnswerProposal(boardId);

  // The card is gone by then: what `mutate` was given would not be called any more.
  async function withdraw() {
    try {
      const sent = answer.send({ proposalId, accepts: false });
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message: texts.withdrawn });
    } catch (error) {
      show({ kind: 'error', message: error instanceof Refused ? error.sentence : texts.answerFailed });
    }
  }

  return (
    <Card as="li" className={styles.card}>
      {emoji ? (
        <span aria-hidden="true" className={styles.emoji}>
          {emoji}
        </span>
      ) : null}
      <Stack gap={1} className={styles.what}>
        <p className={styles.sentence}>{texts.youPropose({ title })}</p>
        <Row as="p" gap={2}>
          <PointsPill points={points} />
          {category ? <span className={styles.category}>{category}</span> : null}
        </Row>
      </Stack>
      <Button aria-label={texts.withdrawOne({ title })} pending={answer.isPending} onClick={() => void withdraw()}>
        {texts.withdraw}
      </Button>
    </Card>
  );
}
