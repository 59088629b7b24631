/** The views of a board itself, without its actions and activities. */
import type { Selectable } from 'kysely';
import type { Board, BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Tables } from '../database/tables.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import type { BoardHead } from './board-store.ts';

export function boardView(row: BoardHead, secrets: BoardSecrets): Board {
  return {
    id: row.id,
    title: decryptTitle(row, secrets),
    icon: row.icon,
    theme: row.theme,
    createdBy: row.created_by,
    linkEnabled: row.link_enabled === 1,
    timeZone: row.time_zone,
    totalPoints: row.total_points,
    revision: row.revision,
  };
}

export function cardView(
  row: BoardHead & { member_count: number | null; action_count: number | null; last_logged_at: number | null; active_since: number },
  secrets: BoardSecrets,
  members?: BoardCard['members'],
): BoardCard {
  const card: BoardCard = Object.assign(boardView(row, secrets), {
    memberCount: row.member_count ?? 0,
    actionCount: row.action_count ?? 0,
    lastActivityAt: Math.max(row.last_logged_at ?? 0, row.active_since),
  });
  if (members) card.members = members;
  return card;
}

export function decryptTitle(row: Pick<Selectable<Tables['board']>, 'id' | 'title_sealed'>, secrets: BoardSecrets): string {
  return secrets.decryptAgain(row.title_sealed, 'board', 'title', row.id);
}

export function sealTitle(boardId: BoardId, title: string, secrets: BoardSecrets): string {
  return secrets.seal(title, 'board', 'title', boardId);
}
