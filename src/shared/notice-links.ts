import type { AgreementId, BoardId } from './ids.ts';
import type { NotificationKind } from './notifications.ts';

/** Where the notification of a push leads, within the app: to the answer itself (goal U9). */
export function noticeLink(
  kind: NotificationKind,
  boardId?: BoardId,
  {
    week,
    film,
    agreementId,
    asks,
  }: Partial<Record<'week' | 'film', string | undefined>> & { agreementId?: AgreementId | undefined; asks?: boolean } = {},
): string {
  if (boardId === undefined) return kind === 'requests' ? '/requests' : '/dashboard';
  if (kind === 'recap' && week !== undefined) return `/board/${boardId}?recap=${week}`;
  if (kind === 'recap' && film !== undefined) return `/board/${boardId}?film=${film}`;
  if (asks) return `/board/${boardId}?geste=oui`;
  if (kind === 'seasons') return `/board/${boardId}?tab=scores${agreementId === undefined ? '' : `&reponse=${agreementId}`}`;
  if (kind === 'points') return `/board/${boardId}?riposte=oui`;
  return kind === 'reactions' ? `/board/${boardId}?tab=notifications` : `/board/${boardId}`;
}
