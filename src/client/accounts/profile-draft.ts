import { hidesSigns, isUsername, tidyUsername } from '#shared/account-rules';
import type { Account, SignUp } from '#shared/accounts';
import { profileMessages as texts } from './profile-messages.fr.ts';

/** The fields of the profile form that the person touched. Null follows the account, also when another device changes it. */
export interface ProfileDraft {
  username: string | null;
  avatar: SignUp['avatar'] | null;
}

export interface ProfileChange {
  username?: string;
  avatar?: SignUp['avatar'];
}

export const untouched: ProfileDraft = { username: null, avatar: null };

/** The changes that saving would make; empty when there are none. */
export function changeOf({ username, avatar }: ProfileDraft, me: Account): ProfileChange {
  return {
    ...(username !== null && tidyUsername(username) !== me.username && { username: tidyUsername(username) }),
    ...(avatar !== null && avatar !== me.avatar && { avatar }),
  };
}

export function isEmpty(change: ProfileChange): boolean {
  return Object.keys(change).length === 0;
}

/** After saving: what was typed meanwhile stays, the rest follows the account again. */
export function settled(draft: ProfileDraft, me: Account): ProfileDraft {
  const { username, avatar } = changeOf(draft, me);
  return { username: username === undefined ? null : draft.username, avatar: avatar ?? null };
}

/** The sentence for a username that would surely be refused, else null. */
export function usernameFault({ username }: ProfileChange): string | null {
  if (username === undefined || isUsername(username) || hidesSigns(username)) return null;
  return username === '' ? texts.usernameRequired : texts.usernameInvalid;
}

export function savedSentence({ username, avatar }: ProfileChange): string {
  if (username !== undefined && avatar !== undefined) return texts.saved;
  return username === undefined ? texts.avatarSaved : texts.usernameSaved;
}

/** One sentence for each thing that was to change. */
export function failedSentences({ username, avatar }: ProfileChange): string[] {
  return [...(username === undefined ? [] : [texts.usernameFailed]), ...(avatar === undefined ? [] : [texts.avatarFailed])];
}
