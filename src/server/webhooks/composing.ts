import type { ActivityId, BoardId, SeasonId, UserId } from '#shared/ids';
import { type WebhookType, webhookVersion } from '#shared/webhooks';
import { findBoard } from '../boards/board-store.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { toldScore } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import type { Words } from './shaping.ts';
import { webhookMessages as texts } from './webhook-messages.fr.ts';
import { findToldActivity, findToldMember, findToldSeason, isAnyoneLeftOut, type Told, type ToldActivity } from './webhook-store.ts';

interface Content {
  /** For programs. */
  data: object;
  /** For people. */
  sentence: string;
}

export interface Message {
  /** The body of a signed request. */
  signed: string;
  /** What a shaped request is given. */
  words: Words;
}

type Board = NonNullable<Awaited<ReturnType<typeof findBoard>>>;

/**
 * What a webhook is told, as it is now; undefined where there is nothing to tell any more: what it is about is gone, or somebody has chosen to be left out
 * since.
 */
export async function compose(
  db: Db,
  boardKeys: BoardKeys,
  { boardId, type, about, at }: Told & { boardId: BoardId; at: number },
): Promise<Message | undefined> {
  const board = await findBoard(db, boardId);
  if (!board) return undefined;
  const secrets = await boardKeys.of(db, boardId);
  const content = await contentOf(db, { board, secrets }, type, about);
  if (!content) return undefined;
  const title = decryptTitle(board, secrets);
  const data = { version: webhookVersion, board: { id: boardId, title }, ...content.data };
  return {
    signed: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
    words: { title, body: content.sentence },
  };
}

interface OnBoard {
  board: Board;
  secrets: BoardSecrets;
}

async function contentOf(db: Db, on: OnBoard, type: WebhookType, about: string): Promise<Content | undefined> {
  const boardId = on.board.id;
  // The type of a delivery says whose id it is about.
  if (type === 'test') return { data: {}, sentence: texts.test };
  if (type === 'member.joined') {
    const member = await findToldMember(db, { boardId, userId: about as UserId });
    return member && { data: { member: { id: member.id, name: member.username } }, sentence: texts.joined(member.username) };
  }
  if (type === 'season.over') {
    const season = await findToldSeason(db, { boardId, seasonId: about as SeasonId });
    return season && { data: { season }, sentence: season.kind === 'goal' ? texts.goalOver : texts.seasonOver };
  }
  const row = await findToldActivity(db, { boardId, activityId: about as ActivityId });
  // Noted by somebody who is left out, or here no more.
  if (!row || (row.noted_by !== null && row.noterId === null)) return undefined;
  return type === 'activity.logged' ? logged(row, on, await isAnyoneLeftOut(db, boardId)) : undone(row, on);
}

/** From one total to the next, what a member does who is left out would show. */
function logged(row: ToldActivity, { board, secrets }: OnBoard, isTotalSecret: boolean): Content {
  const { noterId, noterName } = row;
  const by = noterId === null ? undefined : { id: noterId, name: noterName };
  const score = toldScore(board, row.score_after);
  const { activity, name, title } = activityOf(row, secrets);
  return {
    data: {
      activity: { ...activity, at: new Date(row.logged_at).toISOString(), ...(by && { notedBy: by }) },
      ...(!isTotalSecret && { total: row.total_after }),
      ...(score !== null && { score }),
    },
    sentence: texts.logged({ name, title, points: signed(row.points), by: noterName ?? undefined }),
  };
}

function undone(row: ToldActivity, { secrets }: OnBoard): Content {
  const { activity, name, title } = activityOf(row, secrets);
  return { data: { activity }, sentence: texts.undone({ name, title }) };
}

function activityOf({ id, title_sealed, emoji, points, userId, username: name }: ToldActivity, secrets: BoardSecrets) {
  const title = secrets.decrypt(title_sealed, 'activity', 'title', id);
  return { activity: { id, title, emoji, points, member: { id: userId, name } }, name, title };
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : `−${-points}`;
}
