import type { UserId } from '#shared/ids';
import type { Database, Db } from '../../database/database.ts';
import { newToken, tokenHash } from '../../ids/tokens.ts';
import { createDeviceCookie, deviceLasts } from './device-cookie.ts';
import {
  changeDeviceToken,
  deleteDevices,
  deleteDevicesUnusedSince,
  deleteOldDevices,
  findDevice,
  isDeviceOfAnybody,
  saveDevice,
} from './device-store.ts';

/** The most devices that one person has. */
const devicesAtMost = 20;

/** The browsers in which somebody signed in before, signed in or not: strangers' guesses do not lock them out (decision D29). */
export interface KnownDevices {
  /**
   * Returns a name for the device of these cookies and this person, if they signed in on it before. A sign-in there changes the token
   * and not the name, so nobody gets another name by signing in.
   */
  find(cookieHeader: string | undefined, userId: UserId | undefined): Promise<string | undefined>;
  /**
   * From now on the person signed in on the device of these cookies; the `Set-Cookie` line that it is known by. It gets another token
   * each time: one that somebody has planted in the browser or copied out of it is worth nothing afterwards.
   */
  remember(db: Db, cookieHeader: string | undefined, userId: UserId, lasts: boolean): Promise<string>;
  /** Recognises the device of a person who is signed in already; undefined when the database cannot be written. */
  renew(cookieHeader: string | undefined, userId: UserId): Promise<string | undefined>;
  /** The `Set-Cookie` line that extends the browser's cookie as far as allowed; undefined when it has none. */
  cookieAgain(cookieHeader: string | undefined, lasts: boolean): string | undefined;
  /** The `Set-Cookie` line that removes the cookie once no account knows this browser; undefined while one does. */
  cookieGone(cookieHeader: string | undefined): Promise<string | undefined>;
  /** Forgets all devices of a person, or all but that of these cookies. */
  forget(db: Db, userId: UserId, exceptCookieHeader?: string): Promise<void>;
}

export function createKnownDevices(database: Database, origin: string): KnownDevices {
  const cookie = createDeviceCookie({ secure: origin.startsWith('https:') });
  const hashOf = (cookieHeader: string | undefined) => {
    const token = cookie.tokenOf(cookieHeader);
    return token && tokenHash(token);
  };

  const remember: KnownDevices['remember'] = async (db, cookieHeader, userId, lasts) => {
    const token = newToken();
    const hash = tokenHash(token);
    const before = hashOf(cookieHeader);
    if (before) await changeDeviceToken(db, before, hash);
    await saveDevice(db, hash, userId);
    await deleteOldDevices(db, { userId, tokenHash: hash }, devicesAtMost);
    return cookie.lineOf(token, lasts);
  };

  return {
    async find(cookieHeader, userId) {
      const hash = hashOf(cookieHeader);
      if (!hash || userId === undefined) return undefined;
      const device = await findDevice(database.read, hash, userId);
      return device && device.last_used_at > unusedSince() ? `${device.id} ${userId}` : undefined;
    },
    remember,
    async renew(cookieHeader, userId) {
      try {
        return await database.unitOfWork(
          async ({ db }) => {
            await database.lockPeople(db, [userId]);
            return await remember(db, cookieHeader, userId, true);
          },
          { patience: 0 },
        );
      } catch (failure) {
        const kind = database.classify(failure)?.kind;
        if (kind === 'full' || kind === 'busy') return undefined;
        throw failure;
      }
    },
    cookieAgain(cookieHeader, lasts) {
      const token = cookie.tokenOf(cookieHeader);
      return token && cookie.lineOf(token, lasts);
    },
    async cookieGone(cookieHeader) {
      const hash = hashOf(cookieHeader);
      return hash === undefined || (await isDeviceOfAnybody(database.read, hash)) ? undefined : cookie.goneLine;
    },
    forget: (db, userId, exceptCookieHeader) => deleteDevices(db, userId, hashOf(exceptCookieHeader)),
  };
}

/** Forgets the devices that nobody has used for so long that their browsers have forgotten it too. */
export function forgetUnusedDevices(db: Db): Promise<number> {
  return deleteDevicesUnusedSince(db, unusedSince());
}

function unusedSince(): number {
  return Date.now() - deviceLasts * 1000;
}
