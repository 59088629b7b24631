/** An obstacle between this page and our server while the network works, such as a login portal, and the way around it. */
import { stashDrafts } from '#client/ui/drafts.ts';
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
    return { sentence: texts.portal, way: { label: texts.openPortal, onPress: () => leaveFor(addressThroughPortal()) } };
  const url = rightOrigin.get();
  if (url === null) return null;
  const onPress = () => leaveFor(url + location.pathname + location.search + location.hash);
  return { sentence: texts.otherAddress({ url }), way: { label: texts.goToAddress, onPress } };
}

/** Stashes the drafts ahead of `pagehide`: a browser that is busy may end a page before it has heard of that. */
function leaveFor(address: string): void {
  stashDrafts();
  location.assign(address);
}

export function useObstacle(): Obstacle | null {
  useObserved(portalAnswers);
  useObserved(rightOrigin);
  return obstacle();
}

/** The address of this page with the mark, so that the portal can answer instead of the service worker. After the sign-in it leads back here. */
export function addressThroughPortal(address = location.href): string {
  const url = new URL(address);
  url.searchParams.set(portalMark, '');
  return url.href;
}

/** The address without the mark, once the portal has led back; null if the address has no mark. */
export function addressAfterPortal(address = location.href): string | null {
  const url = new URL(address);
  if (!url.searchParams.has(portalMark)) return null;
  url.searchParams.delete(portalMark);
  return url.href;
}
