import { ChevronDown, KeyRound } from 'lucide-react';
import { Suspense } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { ChangePasswordProps } from './change-password-fields.tsx';
import styles from './edit-profile-screen.module.css';
import { changePasswordMessages as texts } from './profile-messages.fr.ts';

/** Folded until it is wanted, and loaded after what is in sight. */
export function ChangePasswordForm(props: ChangePasswordProps) {
  return (
    <details className={classNames(styles.card, styles.folded)}>
      <summary>
        <h2>
          <KeyRound aria-hidden="true" />
          {texts.title}
        </h2>
        <ChevronDown aria-hidden="true" />
      </summary>
      <Suspense fallback={null}>
        <Fields {...props} />
      </Suspense>
    </details>
  );
}

const Fields = lazyPart(async () => (await import('./change-password-fields.tsx')).ChangePasswordFields);
