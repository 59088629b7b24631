import { UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { avatars } from '#shared/account-rules';
import { Avatar } from '#client/ui/avatar.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { avatarColours } from './avatar-colours.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeviceList } from './device-list.tsx';
import styles from './edit-profile-screen.module.css';
import { changeOf, isEmpty } from './profile-draft.ts';
import { ProfileForm, useProfileDraft } from './profile-form.tsx';
import { InsecureAddress } from './insecure-address.tsx';
import { profileMessages as texts } from './profile-messages.fr.ts';
import { Section } from './section.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface EditProfileScreenProps {
  /** Over all boards; null where they are not known, undefined while they are asked for. */
  points: number | null | undefined;
  /** Medals; they may come later. */
  honours: ReactNode;
  /** The card that comes before all others. */
  first?: ReactNode;
  /** Further cards. */
  children?: ReactNode;
}

/** 'Modifier le profil': the person as others see them, then name and avatar, password, and the devices that are signed in. */
export function EditProfileScreen({ points, honours, first, children }: EditProfileScreenProps) {
  const me = useMe();
  const [draft, , forgetDraft] = useProfileDraft();
  const [hasPasswords, setHasPasswords] = useState(false);
  const chosen = draft.avatar ?? me.avatar;
  const known = avatars.find(({ symbol }) => symbol === chosen);
  return (
    <div className={styles.screen} data-board-theme={known ? avatarColours[known.symbol] : 'pink'}>
      <PageTitle className={styles.title}>{texts.title}</PageTitle>
      <div className={styles.person}>
        <div className={styles.face}>
          <Portrait avatar={chosen} name={known?.name ?? ''} />
          <div className={styles.who}>
            {/* The name to be saved; while the field is empty, the current one. */}
            <p className={styles.name}>{draft.username?.trim() || me.username}</p>
            <p className={styles.totals}>
              {points === undefined ? null : texts.totals({ points, actions: me.actionsCount, count: me.boardsCount })}
            </p>
          </div>
        </div>
        <div className={styles.honours}>{honours}</div>
      </div>
      <div className={styles.cards}>
        <div className={styles.column}>
          <InsecureAddress />
          {first}
          <Section title={texts.person} icon={UserRound}>
            <ProfileForm stays={hasPasswords} />
          </Section>
          {me.isGuest ? null : <ChangePasswordForm onTyped={setHasPasswords} />}
          {isSecureContext ? <DeviceList /> : null}
        </div>
        {/* What comes later is last: what is there already must not move. */}
        <div className={styles.column}>
          {isSecureContext ? null : <DeviceList />}
          {children}
        </div>
      </div>
      <UnsavedChanges exist={hasPasswords || !isEmpty(changeOf(draft, me))} onGiveUp={forgetDraft} />
    </div>
  );
}

function Portrait({ avatar, name }: { avatar: string; name: string }) {
  return (
    <div className={styles.portrait}>
      {/* The key makes each choice a new element, so that each is set anew. */}
      <span key={avatar} className={styles.stone}>
        <Avatar emoji={avatar} size="lg" label={texts.currentAvatar({ name })} />
      </span>
    </div>
  );
}
