import { Suspense } from 'react';
import { EditProfileScreen } from '#client/accounts/edit-profile-screen.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

/** 'Modifier le profil' with what the person has won on their boards, what they are told of, and whether recaps come by mail. */
export function ProfileScreen() {
  return (
    <EditProfileScreen
      honours={
        <Suspense fallback={null}>
          <Honours />
        </Suspense>
      }
    >
      <Suspense fallback={null}>
        <Notifications />
        <RecapMailCard />
      </Suspense>
    </EditProfileScreen>
  );
}

const Honours = lazyPart(async () => (await import('#client/boards/honours.tsx')).Honours);
const Notifications = lazyPart(async () => (await import('#client/push/notifications-section.tsx')).NotificationsSection);
const RecapMailCard = lazyPart(async () => (await import('#client/recap/recap-mail-card.tsx')).RecapMailCard);
