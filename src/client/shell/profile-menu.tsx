import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Medal, Moon, Pencil, Share2, ShieldCheck, Sun, Volume2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { guestMessages } from '#client/guests/guest-messages.fr.ts';
import { askToKeep } from '#client/accounts/keeping.ts';
import { useMe, useSignOut } from '#client/session/session-queries.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useShortcuts, wasKeyboardUsed } from '#client/ui/key-shortcuts.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Tiles } from '#client/ui/layout/layout.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { useSounds } from '#client/ui/sounds.ts';
import { Switch } from '#client/ui/switch.tsx';
import { useTheme } from '#client/ui/theme.ts';
import { profileMenuMessages as texts } from './profile-menu-messages.fr.ts';
import styles from './profile-menu.module.css';

interface ProfileMenuProps {
  open: boolean;
  onClose: () => void;
}

export function ProfileMenu({ open, onClose }: ProfileMenuProps) {
  const { avatar, username, email, isGuest, demoUntil } = useMe();
  // A demo is nobody's loss.
  const wouldLose = isGuest && demoUntil === null;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const waiting = useOutbox('pending').filter(({ confirmedRevision }) => confirmedRevision === null).length + useOutbox('unknown');
  const [asks, setAsks] = useState(false);
  const { Dialog: PrivacyPanel, ...privacy } = useLazyDialog(loadPrivacyPanel);
  const { Dialog: ShareAppPanel, ...sharing } = useLazyDialog(loadShareAppPanel);

  const leave = () => {
    setAsks(false);
    signOut.mutate();
  };

  return (
    <Dialog open={open} onClose={onClose} onClosed={signOut.reset} title={texts.label} titleHidden>
      <div className={styles.person}>
        <span className={styles.portrait}>
          <Ring className={styles.ring} />
          <Avatar emoji={avatar} size="xl" />
          <IconButton
            kind="solid"
            className={styles.edit}
            label={texts.edit}
            icon={<Pencil aria-hidden="true" />}
            onClick={() => {
              onClose();
              void navigate({ to: '/edit-profile' });
            }}
          />
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{username}</p>
          <p className={styles.email}>{email ?? guestMessages.badge}</p>
          <Suspense fallback={null}>
            <Honours />
          </Suspense>
        </div>
      </div>
      {signOut.isError ? <ErrorBanner>{texts.signOutFailed}</ErrorBanner> : null}
      <Tiles gap={2} className={styles.choices}>
        <ThemeToggle />
        <SoundsSwitch />
        {wasKeyboardUsed() ? <ShortcutsSwitch /> : null}
        <button
          type="button"
          className={styles.choice}
          onClick={() => {
            onClose();
            void navigate({ to: '/succes' });
          }}
        >
          <Medal aria-hidden="true" />
          {texts.achievements}
        </button>
        <PanelChoice label={texts.privacy} icon={<ShieldCheck aria-hidden="true" />} panel={privacy} />
        <PanelChoice label={texts.share} icon={<Share2 aria-hidden="true" />} panel={sharing} />
        <button
          type="button"
          className={styles.choice}
          aria-disabled={signOut.isPending}
          onClick={() => {
            if (signOut.isPending) return;
            if (waiting > 0 || wouldLose) setAsks(true);
            else leave();
          }}
        >
          <LogOut aria-hidden="true" />
          {texts.signOut}
        </button>
      </Tiles>
      {PrivacyPanel ? <PrivacyPanel open={privacy.isOpen} onClose={privacy.close} /> : null}
      {ShareAppPanel ? <ShareAppPanel open={sharing.isOpen} onClose={sharing.close} /> : null}
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={leave}
        title={wouldLose ? guestMessages.signOut.title : texts.signOutWithQueue.title}
        text={[wouldLose ? guestMessages.signOut.text : '', waiting > 0 ? texts.signOutWithQueue.text({ count: waiting }) : '']
          .join(' ')
          .trim()}
        confirmLabel={texts.signOutWithQueue.confirm}
        cancelLabel={texts.signOutWithQueue.stay}
        danger
      >
        {wouldLose ? (
          <Button
            kind="primary"
            wide
            onClick={() => {
              setAsks(false);
              onClose();
              askToKeep();
            }}
          >
            {guestMessages.keep.action}
          </Button>
        ) : null}
      </ConfirmDialog>
    </Dialog>
  );
}

const Honours = lazyPart(async () => (await import('#client/boards/honours.tsx')).Honours);
const loadPrivacyPanel = async () => (await import('#client/privacy/privacy-panel.tsx')).PrivacyPanel;
const loadShareAppPanel = async () => (await import('./share-app-panel.tsx')).ShareAppPanel;

interface PanelChoiceProps {
  label: string;
  icon: ReactNode;
  panel: { isOpen: boolean; open: () => void };
}

/** Opens a panel over the menu, which is still there when the panel closes. */
function PanelChoice({ label, icon, panel }: PanelChoiceProps) {
  return (
    <button type="button" className={styles.choice} aria-haspopup="dialog" aria-expanded={panel.isOpen} onClick={panel.open}>
      {icon}
      {label}
    </button>
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

function SoundsSwitch() {
  const [areOn, setOn] = useSounds();
  return (
    <div className={styles.switch}>
      <Switch label={texts.sounds} icon={<Volume2 aria-hidden="true" />} checked={areOn} onSwitch={setOn} />
    </div>
  );
}

function ShortcutsSwitch() {
  const [areOn, setOn] = useShortcuts();
  return (
    <div className={styles.switch} data-wide="">
      <Switch
        label={texts.shortcuts}
        description={texts.shortcutsHint}
        icon={<Keyboard aria-hidden="true" />}
        checked={areOn}
        onSwitch={setOn}
      />
    </div>
  );
}
