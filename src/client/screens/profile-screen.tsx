import { Suspense } from 'react';
import { EditProfileScreen } from '#client/accounts/edit-profile-screen.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

/** 'Modifier le profil' with what the person has won on their boards, and what they are told of. */
export function ProfileScreen() {
  return (
    <EditProfileScreen
      honours={
        <Suspense fallback={null}>
          <Honours />
        </Suspense>
      }
      notifications={
        <Suspense fallback={null}>
          <Notifications />
        </Suspense>
      }
    />
  );
}

const Honours = lazyPart(async () => (await import('#client/boards/honours.tsx')).Honours);
const Notifications = lazyPart(async () => (await import('#client/push/notifications-section.tsx')).NotificationsSection);
