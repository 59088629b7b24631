import { activitiesMessages as texts } from '#client/activities/activities-messages.fr.ts';
import type { FailedCommand } from '#client/sync/outbox/queue.ts';

/** What to say of a log or an undo that was refused. `board`: the title of the one that it is about, of several. */
export function failedMessage({ items: [first], sentence }: Pick<FailedCommand, 'items' | 'sentence'>, board: string | undefined): string {
  const title = first?.title ?? '';
  const what = first?.kind === 'undo' ? texts.undoRefused({ title }) : texts.logFailed({ title });
  return [what, ...(sentence === null ? [] : [sentence]), ...(board === undefined ? [] : [texts.refusedOn({ board })])].join(' ');
}
