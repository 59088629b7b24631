import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { latestTime } from '#shared/clock-rules';
import { newToken, tokenHash } from '../../ids/tokens.ts';

/** In milliseconds. */
export const challengeLasts = 5 * 60 * 1000;

export interface Challenge {
  challenge: Buffer<ArrayBuffer>;
  /** 32 bytes by which the devices of a new account will know it. */
  userHandle: Buffer<ArrayBuffer>;
  /** As `Set-Cookie` takes it. */
  cookie: string;
}

/**
 * What a device signs to make or use a passkey. Nothing is kept of a challenge until it is used: it says itself when it ends, and its seal
 * is of the browser that asked, by a cookie, and of what it was asked for. So visitors cannot fill the database, and tabs do not take each
 * other's away.
 */
export interface PasskeyChallenges {
  make(cookieHeader: string | undefined, purpose: string): Challenge;
  /** Undefined for what was not made for this browser and purpose, or is over. */
  read(challenge: string, cookieHeader: string | undefined, purpose: string): ReadChallenge | undefined;
}

interface ReadChallenge {
  userHandle: Buffer<ArrayBuffer>;
  /** By which it is known once it was used. */
  hash: string;
  expiresAt: number;
}

const [nonceLength, timeLength, sealLength] = [32, 6, 32];

export function createPasskeyChallenges({ secret, secure }: { secret: string; secure: boolean }): PasskeyChallenges {
  const key = createSecretKey(secret, 'utf8');
  const name = secure ? '__Host-ou-la-la-passkey' : 'ou-la-la-passkey';
  const attributes = [`Max-Age=${challengeLasts / 1000}`, 'Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Strict'];
  const hash = (...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', key);
    // The length before each, so that none passes for the beginning of the next.
    for (const part of parts) hmac.update(`${part.length} `).update(part);
    return hmac.digest();
  };
  const handleOf = (nonce: Buffer) => Buffer.from(hash('passkey handle', nonce));
  const sealOf = (head: Buffer, browser: string, purpose: string) => hash('passkey challenge', head, browser, purpose);
  const browserIn = (cookieHeader: string | undefined) =>
    cookieHeader
      ?.split(/; */)
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  return {
    make(cookieHeader, purpose) {
      const browser = browserIn(cookieHeader) ?? newToken();
      const nonce = randomBytes(nonceLength);
      const end = Buffer.alloc(timeLength);
      end.writeUIntBE(Date.now() + challengeLasts, 0, timeLength);
      const head = Buffer.concat([nonce, end]);
      return {
        challenge: Buffer.concat([head, sealOf(head, browser, purpose)]),
        userHandle: handleOf(nonce),
        cookie: [`${name}=${browser}`, ...attributes].join('; '),
      };
    },
    read(challenge, cookieHeader, purpose) {
      const browser = browserIn(cookieHeader);
      const bytes = Buffer.from(challenge, 'base64url');
      if (browser === undefined || bytes.length !== nonceLength + timeLength + sealLength) return undefined;
      const head = bytes.subarray(0, nonceLength + timeLength);
      if (!timingSafeEqual(bytes.subarray(head.length), sealOf(head, browser, purpose))) return undefined;
      const expiresAt = head.readUIntBE(nonceLength, timeLength);
      const now = Date.now();
      // One that was made while the clock was ahead is over.
      if (expiresAt <= now || expiresAt > latestTime(now, challengeLasts)) return undefined;
      return { userHandle: handleOf(head.subarray(0, nonceLength)), hash: tokenHash(bytes.toString('base64url')), expiresAt };
    },
  };
}
