import { Suspense } from 'react';
import { EditProfileScreen } from '#client/accounts/edit-profile-screen.tsx';
import { KeepSection } from '#client/guests/keep-section.tsx';
import { useOwnPoints } from '#client/boards/own-points.ts';
import { useMe } from '#client/session/session-queries.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';

/** 'Modifier le profil' with what the person has won on their boards, what they are told of, and whether recaps come by mail. */
export function ProfileScreen() {
  const own = useOwnPoints();
  const { isGuest, email, demoUntil } = useMe();
  return (
    <EditProfileScreen
      points={own && own.points}
      first={isGuest ? <KeepSection /> : null}
      honours={
        <Suspense fallback={null}>
          <LatestMedals isCard />
        </Suspense>
      }
    >
      <Suspense fallback={null}>
        {demoUntil === null ? <Notifications /> : null}
        {email === null ? null : <RecapMailCard />}
        {demoUntil === null ? <DoorsCard /> : null}
        {isGuest ? null : <SecuritySection />}
      </Suspense>
    </EditProfileScreen>
  );
}

const LatestMedals = lazyPart(async () => (await import('#client/boards/honours.tsx')).LatestMedals);
const Notifications = lazyPart(async () => (await import('#client/push/notifications-section.tsx')).NotificationsSection);
const DoorsCard = lazyPart(async () => (await import('#client/doors/doors-card.tsx')).DoorsCard);
const SecuritySection = lazyPart(async () => (await import('#client/accounts/security-section.tsx')).SecuritySection);
const RecapMailCard = lazyPart(async () => (await import('#client/recap/recap-mail-card.tsx')).RecapMailCard);
