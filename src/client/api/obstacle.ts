/** What stands between this page and our server while the network is there, and the way around it. */
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { obstacleMessages as texts } from './obstacle-messages.fr.ts';

/** A sign-in page of somebody else answers in place of our server, as of a login portal in front of it or of a Wi-Fi. */
export const portalAnswers = createObservable(false);

/** The origin of the app, once a change was refused because this page was opened at another address. */
export const rightOrigin = createObservable<string | null>(null);

/** In an address: the service worker leaves that page to the network. As in service-worker.ts. */
const portalMark = 'portail';

interface Obstacle {
  sentence: string;
  way: { label: string; href: string };
}

export function obstacle(): Obstacle | null {
  if (portalAnswers.get()) return { sentence: texts.portal, way: { label: texts.openPortal, href: addressThroughPortal() } };
  const url = rightOrigin.get();
  if (url === null) return null;
  return { sentence: texts.otherAddress({ url }), way: { label: texts.goToAddress, href: url + location.pathname + location.search } };
}

export function useObstacle(): Obstacle | null {
  useObserved(portalAnswers);
  useObserved(rightOrigin);
  return obstacle();
}

/**
 * The address of this page for a request that reaches the network: the service worker does not answer it, so the portal can. Whoever signs
 * in there is led back to it.
 */
export function addressThroughPortal({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): string {
  const asked = new URLSearchParams(search);
  asked.set(portalMark, '');
  return `${pathname}?${asked}`;
}

/** The address without the mark, for whoever comes back from the portal; null where it has none. */
export function addressAfterPortal({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location): string | null {
  const asked = new URLSearchParams(search);
  if (!asked.has(portalMark)) return null;
  asked.delete(portalMark);
  return `${pathname}${asked.size > 0 ? `?${asked}` : ''}${hash}`;
}
