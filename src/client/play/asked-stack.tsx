import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { ActionProposal } from '#shared/action-proposals';
import type { OwedLoss } from '#shared/owed-losses';
import type { BoardRequest } from '#shared/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useAnswerProposal } from '#client/actions/proposal-commands.ts';
import { proposalsMessages } from '#client/actions/proposals-messages.fr.ts';
import { Refused } from '#client/api/api.ts';
import { useAnswering } from '#client/membership/answering.ts';
import { owedMessages } from '#client/membership/owed-losses-messages.fr.ts';
import { owedLossesQuery } from '#client/membership/owed-queries.ts';
import { RequestSentence } from '#client/membership/request-sentence.tsx';
import { requestsMessages } from '#client/membership/requests-messages.fr.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import type { Asked } from './asked.ts';
import { askedMessages as texts } from './asked-messages.fr.ts';
import { AgreementAnswers, AgreementTerms } from './agreement.tsx';
import { ContestFacts, ContestMoves, titleOf } from './contest-card.tsx';
import { nameOf } from './play-facts.ts';
import { playMessages } from './play-messages.fr.ts';

interface AskedStackProps {
  asked: readonly Asked[];
  shown: ShownBoard;
  me: Account;
  /** The id of the question that comes first, where one was asked for. */
  first: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** The questions that waited when it opened, one after the other: what is answered or put off gives way to the next. */
export function AskedStack({ asked, shown, me, first, open, onClose }: AskedStackProps) {
  const [round] = useState(() => [...asked].sort((one, other) => Number(other.id === first) - Number(one.id === first)));
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  const waiting = round.filter(({ id }) => !putOff.includes(id)).flatMap(({ id }) => asked.find((one) => one.id === id) ?? []);
  const [next] = waiting;
  // While it closes the last one stays.
  const [question, setQuestion] = useState(next);
  if (next && next !== question) setQuestion(next);
  const isOver = next === undefined;
  const isAllAnswered = asked.length === 0;
  useEffect(() => {
    if (!isOver) return;
    // The pill that opened it has gone with the last.
    if (isAllAnswered) passFocusOn([]);
    onClose();
  }, [isOver, isAllAnswered, onClose]);
  const content = useRef<HTMLDivElement>(null);
  const questionId = question?.id;
  const before = useRef(questionId);
  useEffect(() => {
    // The buttons that had the focus are gone.
    if (before.current !== questionId) content.current?.focus();
    before.current = questionId;
  }, [questionId]);
  if (!question) return null;
  const { face, title, body, answers } = partsOf(question);
  return (
    <Dialog
      open={open && !isOver}
      onClose={onClose}
      title={title}
      // What stands in the stack already would ask twice.
      hasGuests={false}
      footer={
        <Stack key={question.id} gap={2} data-board-theme={shown.board.theme}>
          {answers}
          {waiting.length > 1 ? (
            <Button kind="ghost" onClick={() => setPutOff([...putOff, question.id])}>
              {texts.later}
            </Button>
          ) : null}
        </Stack>
      }
    >
      <Stack key={question.id} gap={3} data-board-theme={shown.board.theme}>
        <div ref={content} tabIndex={-1}>
          <Row gap={3}>
            <Avatar emoji={face} size="lg" />
            {round.length > 1 ? <span>{texts.position({ at: round.length - waiting.length + 1, count: round.length })}</span> : null}
          </Row>
        </div>
        {body}
      </Stack>
    </Dialog>
  );

  function partsOf(one: Asked): Parts {
    const shared = { boardId: shown.board.id, members: shown.members, myId: me.id };
    switch (one.kind) {
      case 'agreement': {
        const { agreement } = one;
        return {
          face: agreement.proposedBy.avatar,
          title: playMessages.proposes({ name: nameOf(agreement.proposedBy), kind: agreement.terms.kind }),
          body: <AgreementTerms {...{ agreement, ...shared }} />,
          answers: <AgreementAnswers {...{ agreement, ...shared }} />,
        };
      }
      case 'contest': {
        const props = { contest: one.contest, activities: shown.activities, ...shared };
        return {
          face: one.contest.by.avatar,
          title: titleOf(one.contest, me.id),
          body: <ContestFacts {...props} />,
          answers: <ContestMoves {...props} onMoved={() => {}} />,
        };
      }
      case 'loss':
        return {
          face: one.loss.from.avatar,
          title: owedMessages.title({ from: one.loss.from.username, title: one.loss.title }),
          body: <Points points={one.loss.points} />,
          answers: <LossAnswers loss={one.loss} />,
        };
      case 'request':
        return {
          face: one.request.avatar,
          title: requestsMessages.joinRequests.title({ from: one.request.fromUsername }),
          body: (
            <p>
              <RequestSentence request={one.request} direction="received" />
            </p>
          ),
          answers: <RequestAnswers request={one.request} />,
        };
      case 'action':
        return {
          face: one.proposal.proposedBy.avatar,
          title: proposalsMessages.proposes({ name: one.proposal.proposedBy.username, title: one.proposal.title }),
          body: <Points points={one.proposal.points} />,
          answers: <ProposalAnswers proposal={one.proposal} boardId={shown.board.id} />,
        };
    }
  }
}

interface Parts {
  /** The face of the person who asks. */
  face: string;
  title: string;
  body: ReactNode;
  answers: ReactNode;
}

function Points({ points }: { points: number }) {
  return (
    <Row>
      <PointsPill points={points} />
    </Row>
  );
}

function LossAnswers({ loss }: { loss: OwedLoss }) {
  const client = useQueryClient();
  const { show } = useToasts();
  const { id, boardId, title, points, emoji, from } = loss;
  const answer = (confesses: boolean) => {
    outbox.enqueue(
      confesses
        ? { kind: 'avowal', id, boardId, title, points, emoji, from: { userId: from.userId, username: from.username } }
        : { kind: 'denial', id, boardId, title },
    );
    // Until it is read again it would still be in the list.
    client.setQueryData(owedLossesQuery.queryKey, (losses) => losses?.filter((one) => one.id !== id));
    show({ kind: 'success', message: confesses ? owedMessages.confessed({ points }) : owedMessages.denied });
  };
  return (
    <Answers
      no={{ label: owedMessages.deny, onPress: () => answer(false) }}
      yes={{ label: owedMessages.confess, onPress: () => answer(true) }}
    />
  );
}

function RequestAnswers({ request }: { request: BoardRequest }) {
  const { answer, isBusy, answering } = useAnswering(request);
  return (
    <Answers
      isBusy={isBusy}
      no={{ label: requestsMessages.reject, pending: answering === 'reject', onPress: () => answer('reject') }}
      yes={{ label: requestsMessages.accept, pending: answering === 'accept', onPress: () => answer('accept') }}
    />
  );
}

function ProposalAnswers({
  proposal: { id: proposalId, title },
  boardId,
}: {
  proposal: ActionProposal;
  boardId: ShownBoard['board']['id'];
}) {
  const { show } = useToasts();
  const command = useAnswerProposal(boardId);
  // The question is gone by then: what `mutate` was given would not be called any more.
  const answer = async (accepts: boolean) => {
    try {
      const sent = command.send({ proposalId, accepts });
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message: accepts ? proposalsMessages.accepted : proposalsMessages.declined });
    } catch (error) {
      show({ kind: 'error', message: error instanceof Refused ? error.sentence : proposalsMessages.answerFailed });
    }
  };
  const isPending = (accepts: boolean) => command.isPending && command.variables.accepts === accepts;
  return (
    <Answers
      no={{
        label: proposalsMessages.decline,
        name: proposalsMessages.declineOne({ title }),
        pending: isPending(false),
        onPress: () => void answer(false),
      }}
      yes={{
        label: proposalsMessages.accept,
        name: proposalsMessages.acceptOne({ title }),
        pending: isPending(true),
        onPress: () => void answer(true),
      }}
    />
  );
}

interface Answer {
  label: string;
  /** As it is read out, where the label does not say about what. */
  name?: string;
  pending?: boolean;
  onPress: () => void;
}

function Answers({ no, yes, isBusy = false }: { no: Answer; yes: Answer; isBusy?: boolean }) {
  return (
    <Tiles gap={2}>
      <Button aria-label={no.name} pending={no.pending} aria-disabled={isBusy} onClick={no.onPress}>
        {no.label}
      </Button>
      <Button kind="primary" aria-label={yes.name} pending={yes.pending} aria-disabled={isBusy} onClick={yes.onPress}>
        {yes.label}
      </Button>
    </Tiles>
  );
}
