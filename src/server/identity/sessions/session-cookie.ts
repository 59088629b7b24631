import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Account } from '#shared/accounts';
import { guestLimits } from '#shared/guests';
import { tokenHash } from '../../ids/tokens.ts';

/** How long a session lasts after it was last renewed, and its cookie where it outlives the browser. In seconds. */
export const sessionLasts = 30 * 24 * 60 * 60;

/** How a session ends. */
export interface SessionTerm {
  /** Whether its cookie outlives the browser (decision D8). */
  lasts: boolean;
  /** Nothing else opens the account of a guest: their session lasts longer than the account does without a visit. */
  isGuest: boolean;
  /** When it ends in any case, as a demo does; in milliseconds since 1970. */
  demoUntil?: number | null;
}

export function termOf({ preferences, isGuest, demoUntil }: Pick<Account, 'preferences' | 'isGuest' | 'demoUntil'>): SessionTerm {
  return { lasts: preferences.essentialCookies, isGuest, demoUntil };
}

/** In seconds; as {@link sessionLasts}. */
export function lastsFor({ isGuest, demoUntil = null }: Pick<SessionTerm, 'isGuest' | 'demoUntil'>): number {
  if (demoUntil !== null) return Math.max(0, Math.ceil((demoUntil - Date.now()) / 1000));
  return isGuest ? guestLimits.sessionLasts / 1000 : sessionLasts;
}

/** Cookies, of some 250 bytes each. */
const verifiedAtMost = 10_000;

/** The token in a browser's cookie, and the hash by which the database knows it. */
export interface SessionToken {
  token: string;
  hash: string;
}

/** The cookie that carries a session's token. It is signed, so that invented ones cost no look into the database. */
export interface SessionCookie {
  /** As `Set-Cookie` takes it. */
  lineOf(token: string, term: SessionTerm): string;
  /** As `Set-Cookie` takes it, to take it out of the browser. */
  goneLine: string;
  /** The token in a `Cookie` header, or null when there is none or its signature is not ours. */
  tokenOf(cookieHeader: string | undefined): SessionToken | null;
}

export function createSessionCookie({ secret, secure }: { secret: string; secure: boolean }): SessionCookie {
  const name = secure ? '__Host-ou-la-la' : 'ou-la-la';
  const key = createSecretKey(secret, 'utf8');
  const signatureOf = (token: string) => createHmac('sha256', key).update(token).digest();
  // A signature that was ours stays so. The session itself is looked up each time.
  const verified = new Map<string, SessionToken>();
  const attributes = ['Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Strict'];

  return {
    lineOf(token, term) {
      const value = encodeURIComponent(`${token}.${signatureOf(token).toString('base64')}`);
      return [`${name}=${value}`, ...(term.lasts ? [`Max-Age=${lastsFor(term)}`] : []), ...attributes].join('; ');
    },
    goneLine: [`${name}=`, 'Max-Age=0', ...attributes].join('; '),
    tokenOf(cookieHeader) {
      const written = cookieHeader && valueIn(cookieHeader, `${name}=`);
      if (written === undefined) return null;
      const known = verified.get(written);
      if (known !== undefined) return known;
      const value = decoded(written);
      const dot = value.lastIndexOf('.');
      if (dot < 1) return null;
      const token = value.slice(0, dot);
      const expected = Buffer.from(signatureOf(token).toString('base64'));
      // As text, in the one way that we write it: what base64 passes over would make cookies without end of one signature.
      const given = Buffer.from(value.slice(dot + 1));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      if (verified.size >= verifiedAtMost) verified.clear();
      const found = { token, hash: tokenHash(token) };
      // Only as we write it, for the same reason: any letter may be written in percent, too.
      if (encodeURIComponent(value) === written) verified.set(written, found);
      return found;
    },
  };
}

/** What follows `start` in the first part of a `Cookie` header that begins so. */
function valueIn(cookieHeader: string, start: string): string | undefined {
  for (const part of cookieHeader.split(';')) {
    const cookie = part.trimStart();
    if (cookie.startsWith(start)) return cookie.slice(start.length);
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // We did not make this cookie, so it belongs to nobody.
    return '';
  }
}
