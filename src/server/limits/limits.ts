import type { Config } from '../config.ts';
import { type Limit, createSlidingLimit } from './limit.ts';

export interface Limits {
  signUps: Limit;
  /** By account and way of naming it (see `password-guesses.ts`), over all ways of trying a password. */
  wrongPasswords: Limit;
  /** By the typed name, when no account matches. Kept apart, so that invented names cannot push those of accounts out of memory. */
  wrongPasswordsOfNobody: Limit;
  wrongPasswordsByAddress: Limit;
  /** By address and account, once the address has none left: others may be there too. */
  wrongPasswordsThere: Limit;
  /** By address, over all that are counted there. */
  wrongPasswordsBeyond: Limit;
  /** By device that signed in before, and account. */
  wrongPasswordsOfDevice: Limit;
  /** By session, of a signed-in person. */
  wrongPasswordsOfSession: Limit;
  /** Right passwords, by account. */
  signIns: Limit;
  resetMails: Limit;
  resetMailsByAddress: Limit;
  /** Tries of a link that was mailed, by address. */
  resets: Limit;
  profileChanges: Limit;
  lookUps: Limit;
  requests: Limit;
  /** Of invitations that lead nowhere, by person, or by address without one. */
  invitationGuesses: Limit;
  /** Of activities. */
  logs: Limit;
  /** Given and taken back. */
  reactions: Limit;
  /** By board. */
  timeZoneChanges: Limit;
  /** By address. */
  counts: Limit;
  exports: Limit;
  /** Given back at the end of each; where that went wrong, at the end of the hour. */
  exportsUnderWay: Limit;
}

const minute = 60 * 1000;
const hour = 60 * minute;

export function createLimits({ signUpsPerHour, logsPerMinute }: Pick<Config, 'signUpsPerHour' | 'logsPerMinute'>): Limits {
  return {
    signUps: limit(signUpsPerHour, hour),
    wrongPasswords: limit(10, hour),
    wrongPasswordsOfNobody: limit(10, hour),
    wrongPasswordsByAddress: limit(200, hour),
    wrongPasswordsThere: limit(3, hour),
    wrongPasswordsBeyond: limit(100, hour),
    wrongPasswordsOfDevice: limit(10, hour),
    wrongPasswordsOfSession: limit(20, hour),
    signIns: limit(60, hour),
    resetMails: limit(5, hour),
    resetMailsByAddress: limit(20, hour),
    resets: limit(60, hour),
    profileChanges: limit(30, hour),
    lookUps: limit(60, minute),
    requests: limit(120, hour),
    invitationGuesses: limit(120, hour),
    logs: limit(logsPerMinute, minute),
    reactions: limit(logsPerMinute, minute),
    timeZoneChanges: limit(5, hour),
    counts: limit(60, minute),
    exports: limit(10, hour),
    exportsUnderWay: limit(1, hour),
  };
}

function limit(attempts: number, within: number): Limit {
  return createSlidingLimit({ attempts, within });
}
