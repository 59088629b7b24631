/** What Accueil says of each board: who leads there, and whose turn it is (decision D63). Pure. */
import type { BoardCard } from '#shared/boards';
import { mostOfFew } from '#client/activities/crowds.ts';
import { dayIn } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import { goalOn, type Player, playersOn } from '#client/boards/players.ts';
import { turnsMessages as texts } from './turns-messages.fr.ts';

export interface Turn {
  face: string;
  standing: string;
  /** The words that say whose turn it is. */
  turn: string;
  isMine: boolean;
}

interface Look {
  me: { id: UserId; avatar: string };
  /** In milliseconds since 1970. */
  now: number;
}

export function turnOf(card: BoardCard, { me, now }: Look): Turn {
  return { face: faceOf(card, { me, now }), standing: standingIn(card, { me, now }), ...nextOn(card, { me, now }) };
}

/** The other's of two, and the leader's of more. */
function faceOf(card: BoardCard, { me, now }: Look): string {
  if (card.memberCount < 2) return card.icon;
  if (card.memberCount === 2) return card.members?.find(({ userId }) => userId !== me.id)?.avatar ?? card.icon;
  const { lead, rival } = aheadOn(card, { me, now });
  return lead > 0 ? me.avatar : (rival?.avatar ?? card.icon);
}

function standingIn(card: BoardCard, { me, now }: Look): string {
  const goal = goalOn(card, now);
  if (goal) return texts.goal(goal);
  if (card.playMode === 'together') return texts.together({ count: card.totalPoints });
  // How they stand in what runs is not sent of a large board.
  if (!playersOn(card, me.id, now)) return '';
  const { lead, rival, own } = aheadOn(card, { me, now });
  if (card.memberCount < 2) return texts.alone({ count: own });
  if (!rival || (own === 0 && rival.score === 0)) return texts.even;
  if (lead === 0) return texts.tie;
  return lead > 0 ? texts.youLead({ count: lead }) : texts.leads({ name: rival.username, count: -lead });
}

/** How far one is before the best of the others. */
function aheadOn(card: BoardCard, { me, now }: Look): { lead: number; own: number; rival: Player | undefined } {
  const players = playersOn(card, me.id, now) ?? [];
  const own = players.find(({ userId }) => userId === me.id)?.score ?? 0;
  const [rival] = players.filter(({ userId }) => userId !== me.id).toSorted((a, b) => b.score - a.score);
  return { lead: own - (rival?.score ?? 0), own, rival };
}

/** Each day begins anew: it is the person's turn until they were the last to play on it. */
function nextOn({ lastBy, timeZone, memberCount, members }: BoardCard, { me, now }: Look): Pick<Turn, 'turn' | 'isMine'> {
  if (!lastBy || dayIn(timeZone, lastBy.at) !== dayIn(timeZone, now)) return { turn: texts.yourTurn, isMine: true };
  if (lastBy.userId !== me.id) {
    const name = members?.find(({ userId }) => userId === lastBy.userId)?.username ?? lastBy.username;
    return { turn: lastBy.userId === null ? texts.somebodyHasPlayed : texts.hasPlayed({ name }), isMine: true };
  }
  const other = memberCount === 2 ? members?.find(({ userId }) => userId !== me.id) : undefined;
  return { turn: other ? texts.theirTurn({ name: other.username }) : texts.youHavePlayed, isMine: false };
}

/** A board of which nobody has heard for so long comes after all others. In milliseconds. */
const asleepAfter = 14 * 24 * 60 * 60 * 1000;

/** Two come first, then a few, then many, and at the end boards of one's own; of the same size the one that was played on last. */
export function bySizeAndActivity(now: number): (a: BoardCard, b: BoardCard) => number {
  const classOf = ({ memberCount: count, lastActivityAt }: BoardCard) =>
    (count < 2 ? 3 : count === 2 ? 0 : count <= mostOfFew ? 1 : 2) + (lastActivityAt < now - asleepAfter ? 4 : 0);
  return (a, b) => classOf(a) - classOf(b) || b.lastActivityAt - a.lastActivityAt || (a.id < b.id ? -1 : 1);
}
