import type { SignUpPolicy } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import { isAnybodyHere } from '../accounts/account-store.ts';
import type { Config } from '../config/config.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';

/** What lets people make an account where sign-ups are `invited`. An invitation is the last segment of its link. */
export interface Invitations {
  /** Refuses with `invitation_required` what invites to no board; guesses are counted by address. Changes nothing. */
  expect(invitation: string, address: string): Promise<void>;
  /** Refuses as `expect` does. A link for one person is used up, and the person joins its board: of two who come by it, one gets an account. */
  enter(work: Work, userId: UserId, invitation: string): Promise<void>;
}

/** The people who may make an account at this moment: everybody, until there is a first account (decision D44). */
export async function signUpPolicyNow({ config, database }: Pick<Deps, 'config' | 'database'>): Promise<SignUpPolicy> {
  return config.signUps === 'open' || (await isAnybodyHere(database.read)) ? config.signUps : 'open';
}

/** Whether people may play without an address, where they come by a link for one person (decision D56). */
export function admitsGuests({ signUps, accountsWithoutEmail }: Pick<Config, 'signUps' | 'accountsWithoutEmail'>): boolean {
  return signUps !== 'closed' && accountsWithoutEmail;
}

/** Refuses whoever may make no account, before anything is looked up for them. */
export async function expectAdmission(
  deps: Deps,
  invitations: Invitations,
  invitation: string | undefined,
  address: string,
): Promise<void> {
  const policy = await signUpPolicyNow(deps);
  if (policy === 'closed') throw refuse('sign_ups_closed');
  if (policy === 'invited') await invitations.expect(invitation ?? refuseUninvited(), address);
}

/** The policy within the unit of work that makes the account: of several who come first, one is. */
export async function admissionWithin({ config, database }: Pick<Deps, 'config' | 'database'>, db: Db): Promise<SignUpPolicy> {
  if (config.signUps === 'open' || (await isAnybodyHere(db))) return config.signUps;
  await database.takeTurns(db, 'first-account');
  return (await isAnybodyHere(db)) ? config.signUps : 'open';
}

export function refuseUninvited(): never {
  throw refuse('invitation_required');
}
