import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { memo, type ReactNode, useId, useRef } from 'react';
import type { Theme } from '#shared/board-choices';
import type { BoardRequest } from '#shared/requests';
import { Avatar } from '#client/ui/avatar.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { fullDate } from '#client/ui/format.fr.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Card, RowItem } from '#client/ui/surface/surface.tsx';
import { When } from '#client/ui/when.tsx';
import { BlockInviter, WithdrawRequest } from './request-exits.tsx';
import styles from './request-row.module.css';
import { type Direction, RequestSentence } from './request-sentence.tsx';
import { RequestTicket } from './request-ticket.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';

interface RequestRowProps {
  request: BoardRequest;
  direction: Direction;
  /** The theme of the board. */
  theme: Theme;
  /** Whether the row of an accepted request offers to open the board. */
  leadsToBoard: boolean;
}

export const RequestRow = memo(function RequestRow({ request, direction, theme, leadsToBoard }: RequestRowProps) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const canAnswer = direction === 'received' && request.status === 'pending';

  // The buttons go with the answer: the row now says it.
  useFocusAfterRemoval(Number(canAnswer), row);

  return (
    <li ref={row} tabIndex={-1} className={styles.item} data-key={request.id} data-board-theme={theme}>
      {canAnswer ? <RequestTicket request={request} id={id} /> : <Told {...{ request, direction, leadsToBoard, id }} />}
    </li>
  );
});

interface RowProps extends Omit<RequestRowProps, 'theme'> {
  /** The id of the sentence, which describes what can be pressed. */
  id: string;
}

function Told({ request, direction, leadsToBoard, id }: RowProps) {
  return (
    <Card as="div">
      <RowItem
        as="div"
        face={
          <span className={styles.avatars}>
            <Avatar emoji={request.avatar} />
            <span aria-hidden="true" className={styles.board}>
              {request.boardIcon}
            </span>
          </span>
        }
        words={
          <Stack gap={1}>
            <p id={id} className={styles.sentence}>
              <RequestSentence request={request} direction={direction} />
            </p>
            <Row as="p" gap={2} className={styles.facts}>
              <When at={request.createdAt} text={fullDate(request.createdAt)} full={fullDate(request.createdAt)} />
              <span className={styles.status} data-status={request.status}>
                {statusIcons[request.status]}
                {texts.statuses[request.status]}
              </span>
            </Row>
            {direction === 'sent' && request.status === 'pending' ? (
              <WithdrawRequest request={request} className={styles.exit} sentenceId={id} />
            ) : null}
            {direction === 'received' && request.type === 'invitation' && request.status === 'rejected' ? (
              <BlockInviter request={request} className={styles.exit} sentenceId={id} />
            ) : null}
            {request.status === 'accepted' && leadsToBoard ? (
              <Link
                to="/board/$boardId"
                params={{ boardId: request.boardId }}
                className={classNames(buttonClass(), styles.exit)}
                aria-describedby={id}
              >
                {texts.openBoard}
              </Link>
            ) : null}
          </Stack>
        }
      />
    </Card>
  );
}

const statusIcons: Record<BoardRequest['status'], ReactNode> = {
  pending: <Hourglass aria-hidden="true" />,
  accepted: <CircleCheck aria-hidden="true" />,
  rejected: <CircleX aria-hidden="true" />,
};
