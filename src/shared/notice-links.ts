import type { BoardId } from './ids.ts';
import type { NotificationKind } from './notifications.ts';

/** Where the notification of a push leads, within the app. */
export function noticeLink(kind: NotificationKind, boardId?: BoardId): string {
  if (kind === 'requests') return '/requests';
  return boardId === undefined ? '/dashboard' : `/board/${boardId}`;
}
