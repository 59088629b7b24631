/** The columns of jobs, anonymous counts, and the secrets of the server: see columns-store.ts. */
import { countNames } from '#shared/counts';
import { jobKinds } from '#shared/events';
import type { Tables } from '../database/tables.ts';
import { calendarDay, count, given, id, isPerson, oneOf, somebody, time, unchecked } from './column-rules-store.ts';
import { type DescribedTables, must, saying } from './rules-store.ts';

const secrets: Record<Tables['sealed_secret']['name'], true> = { 'session-cookies': true, vapid: true };

export const upkeepColumns = {
  job: {
    name: 'tâche',
    id: 'id',
    columns: {
      id: given,
      kind: saying('genre inconnu de cette version', oneOf(jobKinds)('kind')),
      subject: [
        must`(t.subject = '') = (t.id = t.kind)`,
        somebody`t.kind not in (${['password_reset_mail', 'recap_mail']}) or ${isPerson('subject')}`,
      ],
      due: time,
      attempts: count,
      last_failure: unchecked('the code of any failure'),
      created_at: time,
    },
  },
  daily_count: { name: 'compte du', id: 'day', columns: { day: calendarDay, name: oneOf(countNames), count } },
  sealed_secret: {
    name: 'secret',
    id: 'name',
    columns: {
      name: oneOf(Object.keys(secrets)),
      sealed: unchecked('a server that cannot open it does not start'),
      master_key_id: unchecked('a server that does not have this key does not start'),
    },
  },
  epoch: { name: 'époque', id: 'id', columns: { id } },
} satisfies Partial<DescribedTables>;
