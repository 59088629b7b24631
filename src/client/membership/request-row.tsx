import { Link } from '@tanstack/react-router';
import { Check, CircleCheck, CircleX, Hourglass, X } from 'lucide-react';
import { memo, type ReactNode, useId, useRef } from 'react';
import type { Theme } from '#shared/board-choices';
import type { BoardRequest } from '#shared/requests';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { fullDate } from '#client/ui/format.fr.ts';
import { When } from '#client/ui/when.tsx';
import { useAnswering } from './answering.ts';
import type { AnswerTo } from './request-commands.ts';
import { BlockInviter, WithdrawRequest } from './request-exits.tsx';
import styles from './request-row.module.css';
import { type Direction, RequestSentence } from './request-sentence.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';

interface RequestRowProps {
  request: BoardRequest;
  direction: Direction;
  /** The theme of the board, where the person is a member of it. */
  theme?: Theme | undefined;
  /** Whether the row of an accepted request offers to open the board. */
  leadsToBoard: boolean;
}

export const RequestRow = memo(function RequestRow({ request, direction, theme, leadsToBoard }: RequestRowProps) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const isPending = request.status === 'pending';
  const canAnswer = direction === 'received' && isPending;

  // The buttons go with the answer: the row now says it.
  useFocusAfterRemoval(Number(canAnswer), row);

  return (
    <li ref={row} tabIndex={-1} className={styles.row} data-key={request.id} data-asks={canAnswer || undefined} data-board-theme={theme}>
      <span className={styles.avatars}>
        <Avatar emoji={request.avatar} />
        <span aria-hidden="true" className={styles.board}>
          {request.boardIcon}
        </span>
      </span>
      <p id={id} className={styles.sentence}>
        <RequestSentence request={request} direction={direction} />
      </p>
      <p className={styles.facts}>
        <When at={request.createdAt} text={fullDate(request.createdAt)} full={fullDate(request.createdAt)} />
        {canAnswer ? null : (
          <span className={styles.status} data-status={request.status}>
            {statusIcons[request.status]}
            {texts.statuses[request.status]}
          </span>
        )}
      </p>
      {canAnswer ? <Answers request={request} sentenceId={id} /> : null}
      {direction === 'sent' && isPending ? <WithdrawRequest request={request} className={styles.exit} sentenceId={id} /> : null}
      {direction === 'received' && request.type === 'invitation' && request.status !== 'accepted' ? (
        <BlockInviter request={request} className={styles.exit} sentenceId={id} />
      ) : null}
      {request.status === 'accepted' && leadsToBoard ? (
        <Link
          to="/board/$boardId"
          params={{ boardId: request.boardId }}
          className={classNames(buttonClass(), styles.open)}
          aria-describedby={id}
        >
          {texts.openBoard}
        </Link>
      ) : null}
    </li>
  );
});

const statusIcons: Record<BoardRequest['status'], ReactNode> = {
  pending: <Hourglass aria-hidden="true" />,
  accepted: <CircleCheck aria-hidden="true" />,
  rejected: <CircleX aria-hidden="true" />,
};

interface AnswersProps {
  request: BoardRequest;
  sentenceId: string;
}

function Answers({ request, sentenceId }: AnswersProps) {
  const { answer, isBusy, answering } = useAnswering(request);

  const propsOf = (how: AnswerTo) => ({
    pending: answering === how,
    children: texts[how],
    'aria-describedby': sentenceId,
    'aria-disabled': isBusy,
    onClick: () => {
      if (!isBusy) answer(how);
    },
  });
  return (
    <div className={styles.answers}>
      <Button {...propsOf('reject')} icon={<X aria-hidden="true" strokeWidth={2.5} />} />
      <Button {...propsOf('accept')} kind="primary" icon={<Check aria-hidden="true" strokeWidth={2.5} />} />
    </div>
  );
}
