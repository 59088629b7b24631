import type { ReactNode } from 'react';
import type { BoardRequest } from '#shared/requests';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { fullDate } from '#client/ui/format.fr.ts';
import { When } from '#client/ui/when.tsx';
import { useAnswering } from './answering.ts';
import type { AnswerTo } from './request-commands.ts';
import { BlockInviter } from './request-exits.tsx';
import { RequestSentence } from './request-sentence.tsx';
import styles from './request-ticket.module.css';
import ticket from './ticket.module.css';
import { requestsMessages as texts } from './requests-messages.fr.ts';

interface RequestTicketProps {
  request: BoardRequest;
  /** The id of the sentence. */
  id: string;
}

/** A request that waits for the person's answer, as a ticket in the colours of the board around it; the answers are its stub. */
export function RequestTicket({ request, id }: RequestTicketProps): ReactNode {
  return (
    <div className={ticket.ticket}>
      <div className={ticket.front}>
        <Row gap={3}>
          <Stack gap={3} className={styles.words}>
            <p id={id} className={styles.sentence}>
              <RequestSentence request={request} direction="received" />
            </p>
            <p className={styles.date}>
              <When at={request.createdAt} text={fullDate(request.createdAt)} full={fullDate(request.createdAt)} />
            </p>
          </Stack>
          <span className={styles.picture}>
            <span aria-hidden="true" className={styles.icon}>
              {request.boardIcon}
            </span>
            <span className={styles.face}>
              <Avatar emoji={request.avatar} size="sm" />
            </span>
          </span>
        </Row>
      </div>
      <div className={ticket.stub}>
        <Answers request={request} sentenceId={id} />
        {request.type === 'invitation' ? <BlockInviter request={request} className={styles.exit} sentenceId={id} /> : null}
      </div>
    </div>
  );
}

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
    <Row gap={2} className={styles.answers}>
      <Button {...propsOf('reject')} />
      <Button {...propsOf('accept')} kind="primary" />
    </Row>
  );
}
