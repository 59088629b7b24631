/** The columns of webhooks and of what they are told: see columns-store.ts. */
import { isFailure, webhookOffs, webhookStates, webhookTypes } from '#shared/webhooks';
import { count, id, ofBoard, oneOf, sealed, time, unchecked } from './column-rules-store.ts';
import { type DescribedTables, must, mustSaying } from './rules-store.ts';

const isSent = mustSaying("rien ne l'enverra");

export const webhookColumns = {
  webhook: {
    name: 'webhook',
    id: 'id',
    columns: {
      id,
      board_id: ofBoard,
      request_sealed: sealed,
      secret_sealed: sealed,
      old_secret_sealed: [sealed, must`t.old_secret_sealed is null or t.secret_sealed is not null`],
      old_secret_until: [time, must`t.old_secret_until is null or t.secret_sealed is not null`],
      off: oneOf(webhookOffs),
      made_at: time,
    },
  },
  webhook_delivery: {
    name: 'envoi à un webhook',
    id: 'id',
    columns: {
      id: [
        id,
        isSent`t.state <> 'waiting' or not exists (select 1 from webhook as w where w.id = t.webhook_id)
          or exists (select 1 from job as j where j.kind = 'webhook' and j.subject = t.id)`,
      ],
      webhook_id: unchecked('it may be gone: what it was told stays for a week'),
      type: oneOf(webhookTypes),
      about: unchecked('it may be gone, and is then told to nobody'),
      state: oneOf(webhookStates),
      tries: count,
      answer: { isRight: (answer: string) => /^\d{3}$/.test(answer) || isFailure(answer) },
      created_at: time,
      tried_at: time,
    },
  },
} satisfies Partial<DescribedTables>;
