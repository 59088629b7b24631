import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '#client/accounts/session-queries.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { shellMessages as texts } from './shell-messages.fr.ts';
import styles from './top-bar.module.css';

const loadMenu = () => import('./profile-menu.tsx');
const ProfileMenu = lazy(async () => ({ default: (await loadMenu()).ProfileMenu }));

export function TopBar() {
  const { avatar } = useMe();
  const [open, setOpen] = useState(false);
  // Once loaded it stays, so that it can close in its own time.
  const [wanted, setWanted] = useState(false);
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" className={styles.home}>
        <Wordmark />
      </Link>
      <button
        type="button"
        className={styles.profile}
        aria-label={texts.openProfile}
        title={texts.openProfile}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Avatar emoji={avatar} />
      </button>
      {wanted ? (
        <Suspense>
          <ProfileMenu open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}
