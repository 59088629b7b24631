import { avatars } from '#shared/account-rules';
import type { Member } from '#shared/boards';

type Face = Pick<Member, 'userId' | 'username' | 'avatar' | 'joinedAt'>;

export interface FaceClash {
  /** Who had the face first. */
  other: Face;
  /** The faces of the others, and whose each is. */
  taken: ReadonlyMap<string, string>;
}

/** Whether somebody who was on the board before has the same face; null also when no other face is left. Of two, only the second is asked. */
export function faceClash(members: readonly Face[], me: { id: string; avatar: string }): FaceClash | null {
  const mine = members.find(({ userId }) => userId === me.id);
  if (!mine) return null;
  const others = members.filter((member) => member !== mine).toSorted(byJoining);
  const taken = new Map(others.toReversed().map(({ avatar, username }) => [avatar, username]));
  const other = others.find((member) => member.avatar === me.avatar && byJoining(member, mine) < 0);
  const isLeft = avatars.some(({ symbol }) => symbol !== me.avatar && !taken.has(symbol));
  return other && isLeft ? { other, taken } : null;
}

function byJoining(a: Face, b: Face): number {
  return a.joinedAt - b.joinedAt || (a.userId < b.userId ? -1 : 1);
}
