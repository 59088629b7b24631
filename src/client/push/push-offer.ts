/** When pushes are offered (decision D30): after a log of another member that the person has seen live, once in a browser, and once more later. */
import type { UserId } from '#shared/ids';
import { seenLogger } from '#client/notices/ripostes.ts';
import { api } from '#client/api/api.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable } from '#client/ui/observable.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { obstacle } from './device.ts';

export interface PushOffer {
  /** The member who has just logged. */
  name: string;
  avatar: string;
  publicKey: string;
  /** On an iPhone the app comes first. */
  needsInstalling: boolean;
}

/** When it was offered, in milliseconds since 1970, each time. What cannot be stored is never offered: it would be again and again. */
const storageKey = 'push-offer';
const times = 2;
const againAfterMs = 14 * 24 * 60 * 60 * 1000;

export const pushOffer = createObservable<PushOffer | null>(null);

/** As long as this person is signed in. */
export function offerPushes(userId: UserId): () => void {
  let isAsking = false;
  const look = () => {
    const logger = seenLogger.get();
    if (logger === null || isAsking || !isDue()) return;
    isAsking = true;
    void consider(userId, logger)
      .catch(reporting('query'))
      .finally(() => {
        isAsking = false;
      });
  };
  look();
  const stop = seenLogger.subscribe(look);
  return () => {
    stop();
    pushOffer.set(null);
  };
}

/** It is seen: from now on it counts as made. */
export function pushOfferShown(): void {
  if (isDue()) store(storageKey, [...made(), Date.now()].join(' '));
}

async function consider(userId: UserId, logger: Pick<PushOffer, 'name' | 'avatar'>): Promise<void> {
  const found = obstacle();
  if (!isSecureContext || found === 'unsupported' || found === 'refused') return;
  const { publicKey, device } = await api('GET /api/notifications', { as: userId });
  if (publicKey === null || device !== null || !isDue()) return;
  pushOffer.set({ ...logger, publicKey, needsInstalling: found === 'install-first' });
}

function isDue(): boolean {
  const before = made();
  return before.length < times && before.every((time) => Date.now() - time >= againAfterMs);
}

function made(): number[] {
  return (stored(storageKey) ?? '').split(' ').filter(Boolean).map(Number);
}
