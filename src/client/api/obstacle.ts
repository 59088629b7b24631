/** What stands between this page and our server while the network is there, and the way around it. */
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { obstacleMessages as texts } from './obstacle-messages.fr.ts';

/** A foreign sign-in page answers in place of our server: that of a login portal in front of it, or of a Wi-Fi network. */
export const portalAnswers = createObservable(false);

/** The origin of the app, once a change was refused because this page was opened at another address. */
export const rightOrigin = createObservable<string | null>(null);

/** The query parameter with which the service worker leaves a page to the network. The same in service-worker.ts. */
const portalMark = 'portail';

interface Obstacle {
  sentence: string;
  /** The address is read at the press: the screen may be another one by then. */
  way: { label: string; onPress: () => void };
}

export function obstacle(): Obstacle | null {
  if (portalAnswers.get())
    return { sentence: texts.portal, way: { label: texts.openPortal, onPress: () => location.assign(addressThroughPortal()) } };
  const url = rightOrigin.get();
  if (url === null) return null;
  const onPress = () => location.assign(url + location.pathname + location.search + location.hash);
  return { sentence: texts.otherAddress({ url }), way: { label: texts.goToAddress, onPress } };
}

export function useObstacle(): Obstacle | null {
  useObserved(portalAnswers);
  useObserved(rightOrigin);
  return obstacle();
}

/**
 * The address of this page with the mark, so that the portal can answer instead of the service worker. After the sign-in the portal leads back
 * to it.
 */
export function addressThroughPortal({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location): string {
  const asked = new URLSearchParams(search);
  asked.set(portalMark, '');
  return `${pathname}?${asked}${hash}`;
}

/** The address without the mark, once the portal has led back; null if the address has no mark. */
export function addressAfterPortal({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location): string | null {
  const asked = new URLSearchParams(search);
  if (!asked.has(portalMark)) return null;
  asked.delete(portalMark);
  return `${pathname}${asked.size > 0 ? `?${asked}` : ''}${hash}`;
}
