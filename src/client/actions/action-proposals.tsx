import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { ActionProposal } from '#shared/action-proposals';
import { canAnswerProposals } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
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

/** The proposals that wait: all for the administrator, their own for every other member. Renders nothing without any. */
export function ActionProposals({ board, me }: ActionProposalsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: seen = [], refetch } = useQuery(proposalsQuery(board.id));
  const answers = canAnswerProposals(me, board);
  // Right after a hand-over those of others are still there.
  const proposals = seen.filter(({ proposedBy }) => answers || proposedBy.userId === me.id);
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
      {/* There from the start: one that came with its words would not be read out. */}
      <p role="status" className="visually-hidden">
        {answers && proposals.length > 0 ? texts.waiting({ count: proposals.length }) : null}
      </p>
      {proposals.length > 0 ? (
        <Stack as="section" gap={2} aria-labelledby={id} className={styles.section}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {answers ? texts.waiting({ count: proposals.length }) : texts.own}
          </h2>
          {answers ? null : <p className="hint">{texts.ownHint}</p>}
          <Stack as="ul" gap={2} id={`${id}-cards`}>
            {(isUnfolded ? proposals : proposals.slice(0, 1)).map((proposal) => (
              <ProposalCard key={proposal.id} boardId={board.id} myId={me.id} {...{ proposal, answers }} />
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

interface ProposalCardProps {
  boardId: BoardId;
  proposal: ActionProposal;
  myId: UserId;
  /** Whether the person administers the board, and so accepts and declines. */
  answers: boolean;
}

function ProposalCard({
  boardId,
  proposal: { id: proposalId, title, points, emoji, category, proposedBy },
  myId,
  answers,
}: ProposalCardProps) {
  const { show } = useToasts();
  const answer = useAnswerProposal(boardId);
  const isUnderWay = (accepts: boolean) => answer.isPending && answer.variables.accepts === accepts;

  // The card is gone by then: what `mutate` was given would not be called any more.
  async function give(accepts: boolean, message: string) {
    try {
      const sent = answer.send({ proposalId, accepts });
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message });
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
        <p className={styles.sentence}>
          {proposedBy.userId === myId ? texts.youPropose({ title }) : texts.proposes({ name: proposedBy.username, title })}
        </p>
        <Row as="p" gap={2}>
          <PointsPill points={points} />
          {category ? <span className={styles.category}>{category}</span> : null}
        </Row>
      </Stack>
      <Row gap={2}>
        {answers ? (
          <>
            <Button aria-label={texts.declineOne({ title })} pending={isUnderWay(false)} onClick={() => void give(false, texts.declined)}>
              {texts.decline}
            </Button>
            <Button
              kind="primary"
              aria-label={texts.acceptOne({ title })}
              pending={isUnderWay(true)}
              onClick={() => void give(true, texts.accepted)}
            >
              {texts.accept}
            </Button>
          </>
        ) : (
          <Button aria-label={texts.withdrawOne({ title })} pending={isUnderWay(false)} onClick={() => void give(false, texts.withdrawn)}>
            {texts.withdraw}
          </Button>
        )}
      </Row>
    </Card>
  );
}
