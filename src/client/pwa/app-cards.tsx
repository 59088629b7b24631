import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { badgeOf } from '#shared/notices';
import { useMe } from '#client/session/session-queries.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { followSession } from '#client/push/device.ts';
import { installLayout } from '#client/push/install-layout.ts';
import { PushOfferCard } from '#client/push/push-offer-card.tsx';
import { offerPushes, pushOffer } from '#client/push/push-offer.ts';
import { tellSeen } from '#client/push/seen-boards.ts';
import { tidyTray } from '#client/push/tray.ts';
import { Button } from '#client/ui/button.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useObserved } from '#client/ui/observable.ts';
import { SlotCard } from '#client/ui/slot-card.tsx';
import { setBadge } from './app-badge.ts';
import styles from './app-cards.module.css';
import { applyUpdate, useNewerVersions } from './app-version.ts';
import { isHalfTyped } from './half-typed.ts';
import { installOffer, useInstallOffer, type Way } from './install-offer.ts';
import { installMessages, updateMessages } from './pwa-messages.fr.ts';

/**
 * The cards of the app: installing, updating, being notified. Sets the count on its icon, too, keeps this device subscribed, and takes out of the system's tray what is looked at here.
 */
export function AppCards() {
  const { preferences, id: myId, isGuest, demoUntil } = useMe();
  // What says that the game is kept is said once it is.
  const [wasGuest] = useState(isGuest);
  const { data: pendingRequests = 0 } = useQuery(pendingRequestsQuery);
  const { data: boards } = useQuery(boardsQuery);
  const boardsWithNews = boards?.filter(({ hasNews }) => hasNews).length;
  const hasNews = boardsWithNews !== undefined && boardsWithNews > 0;
  useEffect(() => {
    // Until both are known, the icon shows what a push has set.
    if (boardsWithNews !== undefined) setBadge(badgeOf({ requests: pendingRequests, boards: boardsWithNews }));
  }, [pendingRequests, boardsWithNews]);

  const newer = useNewerVersions();
  const [putOff, setPutOff] = useState(0);
  const showsUpdate = newer > putOff;
  const way = useInstallOffer();
  // A demo is gone tomorrow, and tells of nothing outside of the page.
  const stays = preferences.consentAsked && demoUntil === null;
  const showsInstall = way && stays;

  useEffect(() => followSession(myId), [myId]);
  useEffect(() => offerPushes(myId), [myId]);
  const client = useQueryClient();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => tellSeen({ client, myId, pathname }), [client, myId, pathname]);
  useEffect(() => tidyTray(pathname, hasNews), [pathname, hasNews]);
  const offer = useObserved(pushOffer);
  const showsOffer = offer && pathname === '/dashboard' && stays;
  return (
    <>
      {showsUpdate ? <UpdateCard onLater={() => setPutOff(newer)} /> : null}
      {showsOffer ? <PushOfferCard offer={offer} myId={myId} /> : null}
      {showsInstall ? <InstallCard way={way} /> : null}
      {wasGuest ? (
        <Suspense>
          <GuestCards />
        </Suspense>
      ) : null}
    </>
  );
}

function UpdateCard({ onLater }: { onLater: () => void }) {
  const { Dialog: HalfTypedDialog, ...asking } = useLazyDialog(loadHalfTypedDialog);
  return (
    <>
      <SlotCard
        rank="update"
        face={<RefreshCw aria-hidden="true" />}
        words={updateMessages.ready}
        answers={
          <>
            <Button kind="ghost" onClick={onLater}>
              {updateMessages.later}
            </Button>
            <Button kind="primary" onClick={() => (isHalfTyped() ? asking.open() : applyUpdate())}>
              {updateMessages.apply}
            </Button>
          </>
        }
      />
      {HalfTypedDialog ? <HalfTypedDialog open={asking.isOpen} onCancel={asking.close} onConfirm={applyUpdate} /> : null}
    </>
  );
}

function InstallCard({ way }: { way: Way }) {
  return (
    <SlotCard
      rank="install"
      label={installMessages.title}
      face={<img src="/icon.svg" alt="" width="40" height="40" />}
      words={
        <>
          <h2 className={styles.title}>{installMessages.title}</h2>
          <p>{way === 'by-hand' ? installMessages.ios[installLayout(navigator.userAgent)] : installMessages.text}</p>
        </>
      }
      answers={
        <>
          <Button kind="ghost" onClick={installOffer.decline}>
            {installMessages.later}
          </Button>
          {way === 'prompt' ? (
            <Button kind="primary" onClick={installOffer.accept}>
              {installMessages.install}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

const loadHalfTypedDialog = async () => (await import('./half-typed-dialog.tsx')).HalfTypedDialog;
const GuestCards = lazyPart(async () => (await import('#client/guests/guest-cards.tsx')).GuestCards);
