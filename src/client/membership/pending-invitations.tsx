import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef } from 'react';
import type { BoardId } from '#shared/ids';
import dialog from '#client/ui/dialog.module.css';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { WithdrawRequest } from './request-exits.tsx';
import { requestsQuery } from './request-queries.ts';
import { RequestSentence } from './request-sentence.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';

interface PendingInvitationsProps {
  boardId: BoardId;
  /** Has the focus after the last of them. */
  beyond: RefObject<HTMLElement | null>;
}

/** The administrator's invitations to a board that wait for an answer. */
export function PendingInvitations({ boardId, beyond }: PendingInvitationsProps) {
  const id = useId();
  const { data } = useQuery(requestsQuery);
  const waiting = data?.sent.filter(
    (request) => request.boardId === boardId && request.type === 'invitation' && request.status === 'pending',
  );
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(waiting?.length ?? 0, section, beyond);
  if (!waiting || waiting.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={dialog.section}>
      <h3 id={id}>{texts.waiting({ count: waiting.length })}</h3>
      <Stack as="ul" gap={2}>
        {waiting.map((request) => (
          <Row as="li" gap={3} justify="apart" key={request.id}>
            <p id={`${id}-${request.id}`}>
              <RequestSentence request={request} direction="sent" />
            </p>
            <WithdrawRequest request={request} sentenceId={`${id}-${request.id}`} />
          </Row>
        ))}
      </Stack>
    </section>
  );
}
