import type { UserId } from '#shared/ids';
import type { Config } from '../config/config.ts';
import { refuseFor } from '../errors/refusal.ts';
import { type Bounds, type Limit, createSlidingLimit } from './limit.ts';

export interface Limits {
  signUps: Limit;
  /** Demos, by address. */
  demos: Limit;
  /** Wrong passwords by account and way of naming it: see `password-guesses.ts`. */
  wrongPasswords: Limit;
  /** Wrong passwords by typed name, apart from accounts, so that invented names cannot push accounts out of memory. */
  wrongPasswordsByName: Limit;
  wrongPasswordsByAddress: Limit;
  /** Wrong passwords by address and name, once the address has no attempts left: other people may share it. */
  wrongPasswordsThere: Limit;
  /** Wrong passwords by address, all names together. */
  wrongPasswordsBeyond: Limit;
  /** Wrong passwords by a device on which the person signed in before, and the way of naming the account, or the name. */
  wrongPasswordsOfDevice: Limit;
  /** Wrong passwords of a signed-in person, by session. */
  wrongPasswordsOfSession: Limit;
  /** Passwords that a signed-in person was asked for again, right or wrong, by account. */
  passwordChecks: Limit;
  /** Codes typed to leave a wall, right or wrong, by wall. */
  wallCodes: Limit;
  /** By wall: whoever stands before it must not use up what the changes of its owner have left. */
  wallUndos: Limit;
  /** Right passwords, by account. */
  signIns: Limit;
  /** Passkeys that open nothing, by address. */
  wrongPasskeys: Limit;
  /** Challenges that were asked for without a session, by address. */
  passkeyChallenges: Limit;
  resetMails: Limit;
  resetMailsByAddress: Limit;
  /** Tries of a link that was mailed, by address. */
  resets: Limit;
  profileChanges: Limit;
  lookUps: Limit;
  requests: Limit;
  /** Mails ended by the address in one, by the address that calls: a provider's programs call for many people. */
  unsubscriptions: Limit;
  /** Opened invitations that do not exist, by person, or by address without a session. */
  invitationGuesses: Limit;
  /** Activities, by person. */
  logs: Limit;
  /** Given and taken back. */
  reactions: Limit;
  /** Counts each change of a person that no other limit counts; a change that writes many rows counts as several. */
  changes: Limit;
  /** A deleted one leaves a row for good. */
  boardsMade: Limit;
  /** Changes of the time zone, by board. */
  timeZoneChanges: Limit;
  /** Calls that bring counts, by address. Each may bring much, so what they add has limits of its own, by address too. */
  counts: Limit;
  countedVisits: Limit;
  countedFunctions: Limit;
  countedErrors: Limit;
  exports: Limit;
  /** Calls of other hosts that somebody asks for, by person. */
  webhookCalls: Limit;
  /** Given back at the end of each; where that went wrong, at the end of the hour. */
  exportsUnderWay: Limit;
}

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** More than anybody presses. */
const changesPerMinute = 600;
/** This many rows count as one change: they take about as long to write. */
const rowsOfOneChange = 30;

/** Makes a limit, whose name tells it from all others. */
type MakeLimit = (bounds: Bounds, name: keyof Limits) => Limit;

export function createLimits(
  { signUpsPerHour, logsPerMinute }: Pick<Config, 'signUpsPerHour' | 'logsPerMinute'>,
  make: MakeLimit = createSlidingLimit,
): Limits {
  const limit = (name: keyof Limits, attempts: number, within: number) => make({ attempts, within }, name);
  return {
    signUps: limit('signUps', signUpsPerHour, hour),
    demos: limit('demos', 5, hour),
    wrongPasswords: limit('wrongPasswords', 10, hour),
    wrongPasswordsByName: limit('wrongPasswordsByName', 10, hour),
    wrongPasswordsByAddress: limit('wrongPasswordsByAddress', 200, hour),
    wrongPasswordsThere: limit('wrongPasswordsThere', 3, hour),
    wrongPasswordsBeyond: limit('wrongPasswordsBeyond', 100, hour),
    wrongPasswordsOfDevice: limit('wrongPasswordsOfDevice', 10, hour),
    wrongPasswordsOfSession: limit('wrongPasswordsOfSession', 20, hour),
    passwordChecks: limit('passwordChecks', 60, hour),
    wallCodes: limit('wallCodes', 5, hour),
    wallUndos: limit('wallUndos', logsPerMinute, minute),
    signIns: limit('signIns', 60, hour),
    wrongPasskeys: limit('wrongPasskeys', 200, hour),
    passkeyChallenges: limit('passkeyChallenges', 1200, hour),
    resetMails: limit('resetMails', 5, hour),
    resetMailsByAddress: limit('resetMailsByAddress', 20, hour),
    resets: limit('resets', 60, hour),
    profileChanges: limit('profileChanges', 30, hour),
    lookUps: limit('lookUps', 60, minute),
    requests: limit('requests', 120, hour),
    unsubscriptions: limit('unsubscriptions', 600, hour),
    invitationGuesses: limit('invitationGuesses', 120, hour),
    logs: limit('logs', logsPerMinute, minute),
    reactions: limit('reactions', logsPerMinute, minute),
    changes: limit('changes', Math.max(changesPerMinute, logsPerMinute), minute),
    boardsMade: limit('boardsMade', 300, day),
    timeZoneChanges: limit('timeZoneChanges', 5, hour),
    counts: limit('counts', 60, minute),
    countedVisits: limit('countedVisits', 120, minute),
    countedFunctions: limit('countedFunctions', 600, minute),
    // A browser whose screens all fail says enough by its first ones.
    countedErrors: limit('countedErrors', 100, hour),
    exports: limit('exports', 10, hour),
    webhookCalls: limit('webhookCalls', 60, hour),
    exportsUnderWay: limit('exportsUnderWay', 1, hour),
  };
}

/** Throws `too_many_requests`. */
export async function spendChanges({ changes }: Pick<Limits, 'changes'>, userId: UserId, count = 1): Promise<void> {
  if (!(await changes.spend(userId, count))) throw refuseFor('too_many_requests', await changes.wait(userId, count));
}

/** The extra count of a change that writes this many rows: every change counts as one. */
export function changesOf(rows: number): number {
  return Math.floor(rows / rowsOfOneChange);
}

export async function spendRows(limits: Pick<Limits, 'changes'>, userId: UserId, rows: number): Promise<void> {
  await spendChanges(limits, userId, changesOf(rows));
}

/** Spends up to so many attempts, at least half of what the limit still allows, and returns how many. */
export async function spendPart(limit: Limit, key: string, attempts: number): Promise<number> {
  for (let part = attempts; part > 0; part = Math.floor(part / 2)) if (await limit.spend(key, part)) return part;
  return 0;
}

/** For what only a unit of work can count: it may run more than once, and counts nothing where it fails. `spend` throws `too_many_requests`. */
export async function spendWithin<T>(
  limit: Limit,
  key: string,
  work: (spend: (attempts: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  let spent = 0;
  try {
    return await work(async (attempts) => {
      const more = Math.max(0, attempts - spent);
      if (!(await limit.spend(key, more))) throw refuseFor('too_many_requests', await limit.wait(key, more));
      spent += more;
    });
  } catch (failure) {
    for (; spent > 0; spent -= 1) await limit.giveBack(key);
    throw failure;
  }
}
