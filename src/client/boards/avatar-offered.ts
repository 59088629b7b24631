/** What avatar-clash.ts and kept-avatars.ts decide, in less code: they come with the offer, and the screen of a board has this from the start. */
import type { Member } from '#shared/boards';
import { stored } from '#client/ui/browser-storage.ts';

/** How many there are to choose from: the list itself comes with the offer. */
export const avatarCount = 8;

/** Whether somebody had the avatar of this person before, who has not chosen to keep it here, as kept-avatars.ts notes it. */
export function isAvatarOffered(members: readonly Member[], me: { id: string; avatar: string }, boardId: string): boolean {
  const kept = `${stored('kept-faces')} ${stored('kept-faces', 'sessionStorage')}`;
  const mine = members.find(({ userId }) => userId === me.id);
  return (
    mine !== undefined &&
    !kept.includes(`${me.id} ${boardId}`) &&
    // Where the others have all that there are, none is left to be offered.
    new Set(members.map(({ avatar }) => avatar)).size < avatarCount &&
    members.some((one) => one !== mine && one.avatar === me.avatar && one.joinedAt <= mine.joinedAt)
  );
}
