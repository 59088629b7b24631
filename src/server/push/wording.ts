import { deletedUsername } from '#shared/activities';
import { isYear } from '#shared/film-periods';
import type { BoardId } from '#shared/ids';
import type { NotificationWords } from '#shared/notifications';
import { decryptTitle } from '../boards/board-header.ts';
import { findBoard } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { countMembers } from '../membership/member-store.ts';
import { decryptRequestTitle } from '../membership/new-request.ts';
import { findListed } from '../membership/request-store.ts';
import type { Content } from './composing.ts';
import type { FlameReminder } from './flame-reminder.ts';
import { nudgeSentence } from './nudge-messages.fr.ts';
import type { PlayNews } from './play-news.ts';
import { type OwedNews, owedLines } from './owed-news.ts';
import { playLines } from './play-wording.ts';
import { pushMessages } from './push-messages.fr.ts';

/** What a push was about, with names and titles; undefined when nothing of it can be read. */
export async function wordsFor(db: Db, boardKeys: BoardKeys, contents: readonly Content[]): Promise<NotificationWords | undefined> {
  const all: NotificationWords[] = [];
  for (const content of contents) {
    const words = await wordsOf(db, boardKeys, content);
    if (words) all.push(words);
  }
  if (all.length < 2) return all[0];
  const { appName, onBoard } = pushMessages;
  return {
    title: appName,
    body: all
      .map(({ title, body }) => (title === appName ? body : onBoard({ board: title, text: body.replaceAll('\n', ', ') })))
      .join('\n'),
  };
}

type OnBoard = Extract<Content, { boardId: BoardId }>;
type News = Extract<Content, { topic: 'news' }>;

async function wordsOf(db: Db, boardKeys: BoardKeys, content: Content): Promise<NotificationWords | undefined> {
  if ('requestId' in content) return await requestWords(db, boardKeys, content);
  return content.topic === 'nudge' ? nudgeWords(content) : await boardWords(db, boardKeys, content);
}

type Nudged = Extract<Content, { topic: 'nudge' }>;

function nudgeWords({ nudges }: Nudged): NotificationWords | undefined {
  const [only, ...others] = nudges;
  if (!only) return undefined;
  const { username, sentence } = only;
  const body =
    others.length === 0
      ? pushMessages.nudged({ username, sentence: nudgeSentence(sentence) })
      : pushMessages.nudgedSeveral({ names: namesOf(nudges) });
  return { title: pushMessages.appName, body };
}

async function boardWords(db: Db, boardKeys: BoardKeys, content: Exclude<OnBoard, Nudged>): Promise<NotificationWords | undefined> {
  const board = await findBoard(db, content.boardId);
  if (!board) return undefined;
  const secrets = await boardKeys.of(db, board.id);
  const title = decryptable(() => decryptTitle(board, secrets));
  const seen = content.topic === 'news' ? await findSeen(db, content) : undefined;
  const lines =
    'season' in content || 'agreement' in content || 'contest' in content
      ? await playLines(db, content, { board, secrets })
      : 'owed' in content
        ? await owedLines(db, content, secrets)
        : linesOf(content, secrets, seen);
  if (title === undefined || lines.length === 0) return undefined;
  return { title, body: lines.join('\n'), ...(seen && { thanksFor: seen.id }) };
}

/** The only log of the news, where the other member of a board of two noted it for the person (decision D52). */
async function findSeen(db: Db, { logs, boardId }: News): Promise<Log | undefined> {
  const [only, ...others] = logs;
  const isNotedForPerson = only && others.length === 0 && only.isForPerson && only.noted_by_name !== null && only.points > 0;
  return isNotedForPerson && (await countMembers(db, boardId)) === 2 ? only : undefined;
}

function linesOf(content: Exclude<OnBoard, Nudged | PlayNews | OwedNews>, secrets: BoardSecrets, seen: Log | undefined): string[] {
  if (content.topic === 'news') return [...logLines(content, secrets, seen), ...reactionLines(content, secrets), ...unlockedLines(content)];
  if (content.topic === 'flame') return [flameSentence(content)];
  if (content.topic === 'film') return [isYear(content.film) ? pushMessages.neutralOf.film : pushMessages.neutralOf.anniversary];
  if (content.topic !== 'proposal') return [pushMessages[content.topic]];
  return [pushMessages.proposal({ names: namesOf(content.proposals), count: content.proposals.length })];
}

/** With two players the flame would be lit. */
function flameSentence({ players: [player], isForTwo }: FlameReminder): string {
  const said = { name: player?.username ?? '' };
  return isForTwo ? pushMessages.flameForTwo(said) : pushMessages.flame(said);
}

function logLines({ logs }: News, secrets: BoardSecrets, seen: Log | undefined): string[] {
  const [only, ...others] = logs;
  if (!only) return [];
  if (others.length === 0) {
    const { id, title_sealed, points } = only;
    return readable([title_sealed], (sealed) => {
      const said = { title: secrets.decrypt(sealed, 'activity', 'title', id), points };
      return seen ? pushMessages.seen({ by: noterOf(seen), ...said }) : loggedSentence(only, said);
    });
  }
  const losses = logs.filter(({ points }) => points < 0).length;
  const tellers = logs.map((log) => ({ username: log.isForPerson ? noterOf(log) : log.username }));
  return [pushMessages.loggedSeveral({ names: namesOf(tellers), gains: logs.length - losses, losses })];
}

type Log = News['logs'][number];

function loggedSentence(log: Log, said: { title: string; points: number }): string {
  const { username, noted_by, isForPerson, points } = log;
  if (noted_by === null || points < 0) return pushMessages.logged({ username, ...said });
  const by = noterOf(log);
  return isForPerson ? pushMessages.loggedForYou({ by, ...said }) : pushMessages.loggedFor({ by, username, ...said });
}

function noterOf({ noted_by_name }: Log): string {
  return noted_by_name ?? deletedUsername;
}

function reactionLines({ reactions }: News, secrets: BoardSecrets): string[] {
  const [only, ...others] = reactions;
  if (!only) return [];
  if (others.length === 0) {
    const { id, title_sealed, username, emoji } = only;
    return readable([title_sealed], (sealed) =>
      pushMessages.reacted({ emoji, username, title: secrets.decrypt(sealed, 'activity', 'title', id) }),
    );
  }
  return [pushMessages.reactedSeveral({ names: namesOf(reactions), count: reactions.length })];
}

function unlockedLines({ unlocked }: News): string[] {
  return unlocked.length > 0 ? [pushMessages.unlocked({ names: namesOf(unlocked), count: unlocked.length })] : [];
}

function namesOf(rows: readonly { username: string }[]): string[] {
  return [...new Set(rows.map(({ username }) => username))];
}

type Asked = Exclude<Content, OnBoard>;

async function requestWords(db: Db, boardKeys: BoardKeys, { topic, requestId }: Asked): Promise<NotificationWords | undefined> {
  const row = await findListed(db, requestId);
  if (!row) return undefined;
  const secrets = await boardKeys.of(db, row.board_id);
  const title = decryptable(() => decryptRequestTitle(row.id, row.title_sealed, secrets));
  if (title === undefined) return undefined;
  return { title: pushMessages.appName, body: requestSentence(topic, row, title), ...(topic === 'request' && { requestId }) };
}

type Listed = NonNullable<Awaited<ReturnType<typeof findListed>>>;

function requestSentence(topic: Asked['topic'], row: Listed, title: string): string {
  const { accepted, asked, invited, proposed, rejected } = pushMessages;
  if (topic === 'answer') return (row.status === 'accepted' ? accepted : rejected)({ username: row.to_username, title });
  const username = row.from_username;
  if (row.type === 'request') return asked({ username, title });
  return row.type === 'invitation' ? invited({ username, title }) : proposed({ username, invited: row.joining_username, title });
}
