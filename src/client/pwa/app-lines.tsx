import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { RefreshCw, Share } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { badgeOf } from '#shared/notices';
import { useMe } from '#client/session/session-queries.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import { feedNews } from '#client/notices/news.ts';
import { followSession } from '#client/push/device.ts';
import { PushOfferLine } from '#client/push/push-offer-line.tsx';
import { offerPushes, pushOffer } from '#client/push/push-offer.ts';
import { tellSeen } from '#client/push/seen-boards.ts';
import { tidyTray } from '#client/push/tray.ts';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import line from '#client/ui/app-line.module.css';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { useObserved } from '#client/ui/observable.ts';
import { setBadge } from './app-badge.ts';
import styles from './app-lines.module.css';
import { applyUpdate, useNewerVersions } from './app-version.ts';
import { isHalfTyped } from './half-typed.ts';
import { installOffer, useInstallOffer, type Way } from './install-offer.ts';
import { installMessages, updateMessages } from './pwa-messages.fr.ts';

/**
 * The lines of the app at the top of a screen, one at a time: installing, updating, being notified. Sets the count on its icon, too, keeps
 * this device subscribed, and takes out of the system's tray what is looked at here.
 */
export function AppLines() {
  const { preferences, id: myId } = useMe();
  const { data: pendingRequests = 0 } = useQuery(pendingRequestsQuery);
  const boardsWithNews = useObserved(feedNews).length;
  useEffect(() => setBadge(badgeOf({ requests: pendingRequests, boards: boardsWithNews })), [pendingRequests, boardsWithNews]);

  const newer = useNewerVersions();
  const [putOff, setPutOff] = useState(0);
  const showsUpdate = newer > putOff;
  const way = useInstallOffer();
  const showsInstall = way && preferences.consentAsked && !showsUpdate;

  useEffect(() => followSession(myId), [myId]);
  useEffect(() => offerPushes(myId), [myId]);
  const client = useQueryClient();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => tellSeen({ client, myId, pathname }), [client, myId, pathname]);
  useEffect(() => tidyTray(pathname), [pathname]);
  const offer = useObserved(pushOffer);
  const showsOffer = offer && pathname === '/dashboard' && preferences.consentAsked && !showsUpdate && !showsInstall;
  return (
    <>
      {/* The region stands there from the start: one that comes with its text is often not read. */}
      <div role="status">
        {showsUpdate ? <UpdateLine onLater={() => setPutOff(newer)} /> : null}
        {showsOffer ? <PushOfferLine offer={offer} myId={myId} /> : null}
      </div>
      {showsInstall ? <InstallCard way={way} /> : null}
    </>
  );
}

function UpdateLine({ onLater }: { onLater: () => void }) {
  const { Dialog: HalfTypedDialog, ...asking } = useLazyDialog(loadHalfTypedDialog);
  return (
    <Leaving className={classNames(line.card, line.row, line.enters)}>
      <RefreshCw aria-hidden="true" className={line.icon} />
      <p className={line.said}>{updateMessages.ready}</p>
      <div className={line.answers}>
        <Button kind="ghost" className={line.answer} onClick={onLater}>
          {updateMessages.later}
        </Button>
        <Button kind="primary" className={line.answer} onClick={() => (isHalfTyped() ? asking.open() : applyUpdate())}>
          {updateMessages.apply}
        </Button>
      </div>
      {HalfTypedDialog ? <HalfTypedDialog open={asking.isOpen} onCancel={asking.close} onConfirm={applyUpdate} /> : null}
    </Leaving>
  );
}

function InstallCard({ way }: { way: Way }) {
  return (
    <Leaving className={line.enters}>
      <section aria-label={installMessages.title} className={classNames(line.row, styles.offer)}>
        <img src="/icon.svg" alt="" width="56" height="56" className={styles.picture} />
        <div className={styles.words}>
          <h2 className={styles.title}>{installMessages.title}</h2>
          <p className={styles.text}>{installMessages.text}</p>
          {way === 'by-hand' ? (
            <p className={styles.way}>
              <Share aria-hidden="true" />
              {installMessages.ios}
            </p>
          ) : null}
        </div>
        <div className={line.answers}>
          <Button kind="ghost" className={line.answer} onClick={installOffer.decline}>
            {installMessages.later}
          </Button>
          {way === 'prompt' ? (
            <Button kind="primary" className={line.answer} onClick={installOffer.accept}>
              {installMessages.install}
            </Button>
          ) : null}
        </div>
      </section>
    </Leaving>
  );
}

const loadHalfTypedDialog = async () => (await import('./half-typed-dialog.tsx')).HalfTypedDialog;

/** An element that is removed together with the button that was pressed in it. */
function Leaving({ className, children }: { className: string | undefined; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useFocusOfLeaving(element);
  return (
    <div ref={element} className={className}>
      {children}
    </div>
  );
}
