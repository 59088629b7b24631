import { createHash } from 'node:crypto';
import { dayIn } from '#shared/calendar';
import { isOver } from '#shared/clock-rules';
import { unseenFilm } from '#shared/film-periods';
import type { BoardId, NotificationId, RequestId, SessionId, UserId } from '#shared/ids';
import { noticeLink } from '#shared/notice-links';
import { badgeOf, kindsOfTopic, type PushTopic } from '#shared/notices';
import { looksFor, type NotificationKind, type PushMessage } from '#shared/notifications';
import { isWarned } from '../accounts/guest-store.ts';
import { listProposals } from '../actions/action-proposal-store.ts';
import { unreadRecap } from '../boards/board-header.ts';
import { listBoardsWithNews } from '../boards/news-store.ts';
import type { Db } from '../database/database.ts';
import { countPendingReceived, findPendingFor, findRequest } from '../membership/request-store.ts';
import { hasToChoose } from '../recap/gestures.ts';
import { findFlameReminder, type FlameReminder } from './flame-reminder.ts';
import { findNudgesToldAt, listNudgesToTell } from './nudge-store.ts';
import { findMemberNews, listLogsFor, listReactionsFor, listUnlockedFor } from './push-store.ts';
import { findOwedNews, isOfOwed, type OwedNews } from './owed-news.ts';
import { findPlayNews, isOfPlay, type PlayNews } from './play-news.ts';
import { neutralSentence } from './neutral-sentences.ts';

/** The person and the device that something is told to, and the revision from which on it is new. */
export interface Hearing {
  user_id: UserId;
  session_id: SessionId;
  topic: PushTopic;
  about: string;
  from_revision: number;
  created_at: number;
}

/** A person counts no further. */
export const mostCounted = 100;

/** What there is to say at this moment; undefined when it is not true any more, was seen meanwhile, or is not wanted. */
export async function findContent(db: Db, hearing: Hearing, wants: (kind: NotificationKind) => boolean): Promise<Content | undefined> {
  const { user_id: userId, topic } = hearing;
  if (!kindsOfTopic[topic].some(wants)) return undefined;
  if (topic === 'request' || topic === 'answer') {
    const requestId = hearing.about as RequestId;
    const request = topic === 'request' ? await findPendingFor(db, { userId, requestId }) : await findRequest(db, requestId);
    const isTrue = request && (topic === 'request' || (request.from_user === userId && request.status !== 'pending'));
    if (!isTrue) return undefined;
    const member = await findMemberNews(db, { userId, boardId: request.board_id }, hearing.session_id);
    const isKnock = request.type === 'request';
    return { topic, kind: 'requests', requestId, isKnock, wait: unlessLooking(member) };
  }
  const { about } = hearing;
  const play = isOfPlay(topic) ? await findPlayNews(db, { userId, topic, about }) : undefined;
  const owed = isOfOwed(topic) ? await findOwedNews(db, { userId, topic, about }) : undefined;
  const boardId = (play ?? owed)?.boardId ?? (about as BoardId);
  const member = await findMemberNews(db, { userId, boardId }, hearing.session_id);
  if (!member || member.muted === 1) return undefined;
  if (isOfPlay(topic)) {
    const isSeen = member.seen_revision > hearing.from_revision;
    return play && !isSeen ? { ...play, kind: 'seasons', wait: unlessLooking(member) } : undefined;
  }
  if (isOfOwed(topic)) {
    // An avowed loss is an activity of the board, which the person may have seen. Questions and 'Pas moi' are on no board.
    const isSeen = owed?.owed.isAvowed === true && member.seen_revision > hearing.from_revision;
    return owed && !isSeen ? { ...owed, kind: 'requests', wait: unlessLooking(member) } : undefined;
  }
  if (topic === 'news') return await findNews(db, { ...hearing, boardId }, member, wants);
  const wait = unlessLooking(member);
  if (topic === 'recap') {
    const week = unreadRecap({ ...member, active_since: member.joined_at });
    return week === undefined ? undefined : { topic, kind: 'recap', boardId, week, wait };
  }
  if (topic === 'film') {
    const film = unseenFilm(member, Date.now());
    return film === undefined ? undefined : { topic, kind: 'recap', boardId, film, wait };
  }
  const isAdministrator = member.created_by === userId;
  if (topic === 'proposal') {
    const open = isAdministrator ? await listProposals(db, boardId, mostCounted) : [];
    const others = open.filter(({ proposed_by }) => proposed_by !== userId);
    return others.length > 0 ? { topic, kind: 'requests', boardId, proposals: others, wait } : undefined;
  }
  if (topic === 'flame') {
    const reminder = await findFlameReminder(db, { userId, boardId });
    return reminder && { ...reminder, kind: 'nudges', wait };
  }
  if (topic === 'gesture') {
    // The board shows the question to whoever looks at it.
    const isThere = member.looks_until !== null && !isOver(member.looks_until, Date.now(), looksFor);
    const asks = !isThere && (await hasToChoose(db, { ...member, id: boardId }, userId, Date.now()));
    return asks ? { topic, kind: 'recap', boardId, wait } : undefined;
  }
  if (topic === 'keep') return (await isWarned(db, userId)) ? { topic, kind: 'requests', boardId, wait } : undefined;
  if (topic === 'nudge') return await findNudges(db, { ...hearing, boardId }, member);
  const isTrue = topic === 'proposal_answer' || isAdministrator;
  return isTrue ? { topic, kind: 'requests', boardId, wait } : undefined;
}

/** Told once an hour, like news: all that the day has brought until then. */
async function findNudges(
  db: Db,
  hearing: Hearing & { boardId: BoardId },
  { time_zone, looks_until }: Member,
): Promise<Content | undefined> {
  const { user_id: userId, session_id: sessionId, boardId, created_at } = hearing;
  const from = dayIn(time_zone, created_at);
  const nudges = await listNudgesToTell(db, { userId, boardId, from });
  if (nudges.length === 0) return undefined;
  const wait = { told_at: await findNudgesToldAt(db, { sessionId, boardId }), told_times: 1, looks_until };
  return { topic: 'nudge', kind: 'nudges', boardId, from, nudges, wait };
}

type Logs = Awaited<ReturnType<typeof listLogsFor>>;
type Reactions = Awaited<ReturnType<typeof listReactionsFor>>;

type Member = NonNullable<Awaited<ReturnType<typeof findMemberNews>>>;

export type Content =
  | {
      topic: 'nudge';
      kind: NotificationKind;
      boardId: BoardId;
      from: string;
      nudges: Awaited<ReturnType<typeof listNudgesToTell>>;
      wait: Wait;
    }
  | { topic: 'request' | 'answer'; kind: NotificationKind; requestId: RequestId; isKnock: boolean; wait: Wait }
  | { topic: 'gesture'; kind: NotificationKind; boardId: BoardId; wait: Wait }
  | { topic: 'recap'; kind: NotificationKind; boardId: BoardId; week: string; wait: Wait }
  | { topic: 'film'; kind: NotificationKind; boardId: BoardId; film: string; wait: Wait }
  | { topic: 'proposal'; kind: NotificationKind; boardId: BoardId; proposals: readonly { username: string }[]; wait: Wait }
  | ((PlayNews | OwedNews | FlameReminder) & { kind: NotificationKind; wait: Wait })
  | { topic: 'proposal_answer' | 'hand_over' | 'keep'; kind: NotificationKind; boardId: BoardId; wait: Wait }
  | {
      topic: 'news';
      kind: NotificationKind;
      boardId: BoardId;
      revision: number;
      wait: Wait;
      logs: Logs;
      reactions: Reactions;
      unlocked: readonly { username: string }[];
    };

/** What `tellsAt` needs of the person and the board. */
interface Wait {
  told_at: number | null;
  told_times: number | null;
  looks_until: number | null;
}

/** What is no news of the board is not counted with them, and waits only while the person looks at it. */
function unlessLooking(member: Member | undefined): Wait {
  return { told_at: null, told_times: null, looks_until: member?.looks_until ?? null };
}

async function findNews(
  db: Db,
  hearing: Hearing & { boardId: BoardId },
  member: Member,
  wants: (kind: NotificationKind) => boolean,
): Promise<Content | undefined> {
  const { user_id: userId, boardId } = hearing;
  const after = Math.max(hearing.from_revision, member.seen_revision);
  const asked = { userId, boardId, after, isToldOfAnswers: wants('requests') };
  const logs = wants('points') ? await listLogsFor(db, asked, mostCounted) : [];
  const reactions = wants('reactions') ? await listReactionsFor(db, asked, mostCounted) : [];
  const unlocked = wants('achievements') ? await listUnlockedFor(db, asked, mostCounted) : [];
  if (logs.length + reactions.length + unlocked.length === 0) return undefined;
  const { revision, told_at, told_times, looks_until } = member;
  return {
    topic: 'news',
    kind: logs.length > 0 ? 'points' : reactions.length > 0 ? 'reactions' : 'achievements',
    boardId,
    revision,
    wait: { told_at, told_times, looks_until },
    logs,
    reactions,
    unlocked,
  };
}

interface Composing {
  id: NotificationId;
  origin: string;
  userId: UserId;
  contents: readonly [Content, ...Content[]];
}

/** The message of a push: never a name or a title (decision D32). */
export async function compose(db: Db, { id, origin, userId, contents }: Composing): Promise<PushMessage> {
  const [first] = contents;
  const isOne = contents.length === 1;
  const boards = new Set(contents.map((content) => ('boardId' in content ? content.boardId : undefined)));
  // A board has one page for all that it plays for, and one for the losses to avow.
  const isOnePage =
    isOne || (boards.size === 1 && (contents.every(({ topic }) => isOfPlay(topic)) || contents.every(({ topic }) => isOfOwed(topic))));
  const boardId = isOnePage && 'boardId' in first ? first.boardId : undefined;
  const week = isOne && first.topic === 'recap' ? first.week : undefined;
  const film = isOne && first.topic === 'film' ? first.film : undefined;
  const agreementId = isOne && first.topic === 'agreement' ? first.agreement.id : undefined;
  const kind = contents.every((content) => content.kind === first.kind) ? first.kind : 'points';
  // Several that are answered on their boards have no page of their own.
  const link =
    isOnePage || contents.some((content) => 'requestId' in content)
      ? noticeLink(kind, boardId, { week, film, agreementId, asks: isOne && first.topic === 'gesture' })
      : noticeLink('points');
  const [requests, news] = [await countPendingReceived(db, userId), await listBoardsWithNews(db, userId)];
  return {
    web_push: 8030,
    notification: {
      title: neutralSentence(contents),
      body: '',
      navigate: `${origin}${link}`,
      lang: 'fr',
      dir: 'ltr',
      // News of a board replace older ones, and nothing else of it.
      tag: first.topic === 'news' || boardId === undefined ? (boardId ?? kind) : `${first.topic}-${boardId}`,
      data: { id, kind, ...(boardId === undefined ? {} : { boardId }) },
    },
    app_badge: badgeOf({ requests, boards: news.length }),
    mutable: true,
  };
}

/** Alike for what says the same: an undelivered push of it is replaced. Tells nothing. */
export function topicOf(contents: readonly Content[]): string {
  const about = contents.map((content) => ('requestId' in content ? content.requestId : `${content.topic}-${content.boardId}`));
  return createHash('sha256').update(about.toSorted().join(' ')).digest('base64url').slice(0, 32);
}
