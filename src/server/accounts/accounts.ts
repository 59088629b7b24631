import { createHash } from 'node:crypto';
import { type Account, type PublicProfile, type SignIn, type SignUp } from '#shared/accounts';
import { accountLimits, usernameKey } from '#shared/account-rules';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import { findUser, findUserByEmail, findUserByLook, findUserByName } from './account-store.ts';
import { isEasyPassword } from './passwords/easy-passwords.ts';
import { countGuess } from './passwords/password-guesses.ts';
import { findPassword } from './passwords/password-store.ts';
import { preferencesOf } from './privacy/preferences.ts';
import { deleteSessionWith } from './sessions/session-store.ts';
import { usernameSkeleton } from './username-skeleton.ts';

/** Where a call comes from. */
export interface Caller {
  /** For the limits. */
  address: string;
  /** For the list of a person's sessions; see `deviceName`. */
  device: string | null;
  cookieHeader: string | undefined;
}

/** Makes an account and signs it in; the token of the session. */
export async function signUp({ database, identity, limits }: Deps, input: SignUp, { address, device }: Caller): Promise<string> {
  // Before anything is looked up: who has none left learns of no name and no address whether it is taken (decision D9).
  if (!(await limits.signUps.spend(address))) throw refuse('too_many_attempts');
  if (await isEasyPassword(input.password, input)) throw refuse('password_too_easy', 'password');
  if (await findUserByName(database.read, usernameKey(input.username))) throw refuse('username_taken', 'username');
  if (await findUserByLook(database.read, usernameSkeleton(input.username))) throw refuse('username_taken', 'username');
  if (await findUserByEmail(database.read, input.email)) throw refuse('email_taken', 'email');
  return await identity.signUp(input, device);
}

/** Signs in by e-mail or username; the token of the session. Wrong pairs cost an attempt, right ones none. */
export async function signIn(deps: Deps, { identifier, password }: SignIn, { address, device, cookieHeader }: Caller): Promise<string> {
  const { database, devices, limits } = deps;
  const named = await findNamed(database.read, identifier);
  const known = await devices.find(cookieHeader, named.userId);
  const giveBack = await countGuess(limits, { ...named, address, device: known });
  let isWrong = false;
  try {
    return await openSession(deps, named, password, device);
  } catch (failure) {
    isWrong = failure instanceof Refusal && failure.code === 'wrong_credentials';
    throw failure;
  } finally {
    if (!isWrong) await giveBack();
  }
}

async function openSession({ database, identity, limits }: Deps, { email, userId }: Named, password: string, device: string | null) {
  if (password.length > accountLimits.passwordMax) throw refuse('wrong_credentials');
  const before = await passwordOf(database.read, email);
  const token = await identity.signIn(email, password, device);
  // Changed while it was checked: the change has ended all sessions but this one, which it could not see.
  const isChanged = (await passwordOf(database.read, email)) !== before;
  // Only after the password was right: a stranger must not use up what is the owner's, nor learn that it is used up.
  const isOneTooMany = !isChanged && userId !== undefined && !(await limits.signIns.spend(userId));
  if (!isChanged && !isOneTooMany) return token;
  await database.unitOfWork(({ db }) => deleteSessionWith(db, token));
  throw refuse(isChanged ? 'wrong_credentials' : 'too_many_attempts');
}

/** The account of a person, or null when it is gone. */
export async function readAccount({ database }: Deps, userId: string): Promise<Account | null> {
  const user = await findUser(database.read, userId);
  if (!user) return null;
  const { id, username, email, avatar, points, boards_count, actions_count, created_at } = user;
  return {
    id,
    username,
    email,
    avatar,
    points,
    boardsCount: boards_count,
    actionsCount: actions_count,
    createdAt: Date.parse(created_at),
    preferences: preferencesOf(user),
  };
}

/** Whether a username exists, for an invitation. Never tells the e-mail. */
export async function lookUpUser({ database, limits }: Deps, userId: string, username: string): Promise<PublicProfile> {
  if (!(await limits.lookUps.spend(userId))) throw refuse('too_many_requests');
  const user = await findUserByName(database.read, usernameKey(username.trim()));
  if (!user) throw refuse('user_not_found');
  return { username: user.username, avatar: user.avatar };
}

async function passwordOf(db: Deps['database']['read'], email: string): Promise<string | null | undefined> {
  const user = await findUserByEmail(db, email);
  return user && (await findPassword(db, user.id))?.hashed;
}

interface Named {
  /** As it is compared. */
  identifier: string;
  email: string;
  /** Undefined where nobody is called so. */
  userId: string | undefined;
}

async function findNamed(db: Deps['database']['read'], identifier: string): Promise<Named> {
  if (identifier.includes('@')) {
    const email = identifier.toLowerCase();
    return { identifier: email, email, userId: (await findUserByEmail(db, email))?.id };
  }
  const key = usernameKey(identifier);
  const user = await findUserByName(db, key);
  return { identifier: key, email: user?.email ?? nobodys(key), userId: user?.id };
}

// A username that nobody has becomes an address that nobody has, so that both fail alike, in words and in time: hashed, since
// better-auth refuses what does not look like an address before it checks any password.
function nobodys(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}@nobody.invalid`;
}
