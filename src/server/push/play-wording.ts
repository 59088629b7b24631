import { dayIn } from '#shared/calendar';
import { playWords } from '#shared/play-words.fr';
import { winningPlaces } from '#shared/season-rules';
import { findUser } from '../accounts/account-store.ts';
import { findActivity } from '../activities/activity-store.ts';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';
import { decryptStake, readPast } from '../play/play-views.ts';
import type { PlayNews } from './play-news.ts';
import { pushMessages } from './push-messages.fr.ts';

interface Where {
  board: BoardRow;
  secrets: BoardSecrets;
}

/** What a board plays for, in a sentence; none where it cannot be read. */
export async function playLines(db: Db, content: PlayNews, { board, secrets }: Where): Promise<string[]> {
  if (content.topic === 'season_closed') return await closedLines(db, content, { board, secrets });
  if ('contest' in content) return await contestLines(db, content, secrets);
  const { agreement } = content;
  const words = playWords.proposals[agreement.kind];
  if (content.topic === 'all_agreed') {
    const isToday = dayIn(board.time_zone, agreement.settled_at ?? 0) === dayIn(board.time_zone, Date.now());
    return [(isToday ? words.agreed : words.begun)({ isForTwo: content.isForTwo })];
  }
  const by = await findUser(db, agreement.proposed_by);
  if (!by) return [];
  const stake = decryptable(() => decryptStake(agreement, secrets));
  return stake === undefined ? [] : [withStake(words.proposes({ name: by.username }), stake)];
}

function withStake(text: string, stake: string | null): string {
  return stake === null ? text : pushMessages.forStake({ text, stake });
}

type Contested = Extract<PlayNews, { contest: unknown }>;

async function contestLines(db: Db, { topic, contest, isForTwo }: Contested, secrets: BoardSecrets): Promise<string[]> {
  const { board_id: boardId, activity_id: activityId, outcome, how } = contest;
  const activity = await findActivity(db, { boardId, activityId });
  const title = activity && decryptable(() => secrets.decrypt(activity.title_sealed, 'activity', 'title', activityId));
  const about = (text: string) => (title === undefined ? text : pushMessages.about({ text, title }));
  if (topic === 'contest_over') return outcome && how ? [about(playWords.contests.result({ outcome, how }))] : [];
  const who = await findUser(db, topic === 'contest' ? contest.contested_by : contest.answered_by);
  if (!who) return [];
  if (topic === 'contest') return [about(playWords.contests.made({ name: who.username }))];
  return [about(pushMessages.maintained({ username: who.username, isForTwo }))];
}

type Closed = Extract<PlayNews, { topic: 'season_closed' }>;

async function closedLines(db: Db, { season, to }: Closed, { board, secrets }: Where): Promise<string[]> {
  const past = await readPast(db, board, [season], secrets);
  return past.map(({ kind, places, ties, stake, isReached, winners }) => {
    if (kind === 'goal') return isReached === true ? withStake(pushMessages.goalReached, stake) : pushMessages.goalMissed;
    const first = winningPlaces(places, ties);
    if (first.length === 0) return places.some(({ rank }) => rank === 1) ? pushMessages.seasonTied : pushMessages.seasonUnplayed;
    const names = first.map(({ userId, username }) => (userId === null ? pushMessages.someoneGone : username));
    return withStake(pushMessages.seasonWon({ isMe: winners.includes(to), names }), stake);
  });
}
