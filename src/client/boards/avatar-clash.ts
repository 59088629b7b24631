import { avatars } from '#shared/account-rules';
import type { Member } from '#shared/boards';

type MemberAvatar = Pick<Member, 'userId' | 'username' | 'avatar' | 'joinedAt'>;

export interface AvatarClash {
  /** The member who had the avatar first. */
  other: MemberAvatar;
  /** The avatars of the others, each with the name of its owner. */
  taken: ReadonlyMap<string, string>;
}

/** The clash with a member who joined before and has the same avatar. Null without one, or when no other avatar is left. */
export function avatarClash(members: readonly MemberAvatar[], me: { id: string; avatar: string }): AvatarClash | null {
  const mine = members.find(({ userId }) => userId === me.id);
  if (!mine) return null;
  const others = members.filter((member) => member !== mine).toSorted(byJoining);
  const taken = new Map(others.toReversed().map(({ avatar, username }) => [avatar, username]));
  const other = others.find((member) => member.avatar === me.avatar && byJoining(member, mine) < 0);
  const isLeft = avatars.some(({ symbol }) => symbol !== me.avatar && !taken.has(symbol));
  return other && isLeft ? { other, taken } : null;
}

function byJoining(a: MemberAvatar, b: MemberAvatar): number {
  return a.joinedAt - b.joinedAt || (a.userId < b.userId ? -1 : 1);
}
