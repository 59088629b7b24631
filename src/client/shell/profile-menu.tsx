import { LogOut, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useMe, useSignOut } from '#client/accounts/session-queries.ts';
import { usePending } from '#client/outbox.ts';
import { useTheme } from '#client/theme.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import styles from './profile-menu.module.css';
import { profileMenuMessages as texts } from './shell-messages.fr.ts';

interface ProfileMenuProps {
  open: boolean;
  onClose: () => void;
}

export function ProfileMenu({ open, onClose }: ProfileMenuProps) {
  const { avatar, username, email } = useMe();
  const signOut = useSignOut();
  const waiting = usePending().length;
  const [asks, setAsks] = useState(false);

  const leave = () => {
    setAsks(false);
    signOut.mutate();
  };

  return (
    <Dialog open={open} onClose={onClose} onClosed={signOut.reset} title={texts.label} titleHidden closeLabel={words.close}>
      <div className={styles.person}>
        <span className={styles.portrait}>
          <Ring className={styles.ring} />
          <Avatar emoji={avatar} size="xl" />
        </span>
        <p className={styles.name}>{username}</p>
        <p className={styles.email}>{email}</p>
      </div>
      {signOut.isError ? (
        <Banner kind="error" announced>
          {texts.signOutFailed}
        </Banner>
      ) : null}
      <div className={styles.choices}>
        <ThemeToggle />
        <button
          type="button"
          className={styles.choice}
          aria-disabled={signOut.isPending}
          onClick={() => {
            if (signOut.isPending) return;
            if (waiting > 0) setAsks(true);
            else leave();
          }}
        >
          <LogOut aria-hidden="true" />
          {texts.signOut}
        </button>
      </div>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={leave}
        title={texts.signOutWithQueue.title}
        text={texts.signOutWithQueue.text({ count: waiting })}
        confirmLabel={texts.signOutWithQueue.confirm}
        cancelLabel={texts.signOutWithQueue.stay}
        closeLabel={words.close}
        danger
      />
    </Dialog>
  );
}

/** Named by what it switches to. */
function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  const isDark = theme === 'dark';
  return (
    <button type="button" className={styles.choice} onClick={() => setTheme(isDark ? 'light' : 'dark')}>
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      {isDark ? texts.lightMode : texts.darkMode}
    </button>
  );
}
