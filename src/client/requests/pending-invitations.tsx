import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import styles from './people-section.module.css';
import { WithdrawRequest } from './request-exits.tsx';
import { requestsQuery } from './request-queries.ts';
import { RequestSentence } from './request-sentence.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';

/** The administrator's invitations to a board that wait for an answer. */
export function PendingInvitations({ boardId }: { boardId: string }) {
  const id = useId();
  const { data } = useQuery(requestsQuery);
  const waiting = data?.sent.filter(
    (request) => request.boardId === boardId && request.type === 'invitation' && request.status === 'pending',
  );
  if (!waiting || waiting.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {texts.waiting({ count: waiting.length })}
      </h3>
      <ul className={styles.people}>
        {waiting.map((request) => (
          <li key={request.id} className={styles.person}>
            <p id={`${id}-${request.id}`} className={styles.name}>
              <RequestSentence request={request} direction="sent" />
            </p>
            <WithdrawRequest request={request} sentenceId={`${id}-${request.id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
