import { Link } from '@tanstack/react-router';
import { useMe } from '#client/session/session-queries.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import { useConnectionWords } from './connection.tsx';
import { shellMessages as texts } from './shell-messages.fr.ts';
import styles from './top-bar.module.css';

const loadMenu = async () => (await import('./profile-menu.tsx')).ProfileMenu;
// Before the press; a failure is told only after it.
const prepareMenu = () => void loadMenu().catch(reporting('code'));

export function TopBar() {
  const { avatar } = useMe();
  const connection = useConnectionWords();
  const { Dialog: ProfileMenu, ...menu } = useLazyDialog(loadMenu);
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" className={homeLink}>
        <Wordmark />
      </Link>
      {/* The region stands there from the start: one that comes with its text is often not read. */}
      <div role="status" className={styles.connection}>
        {connection ? (
          <>
            <connection.Icon aria-hidden="true" />
            <p>{connection.words}</p>
          </>
        ) : null}
      </div>
      {/* For what passes, or is at hand only now and then: what stands in it is drawn there from elsewhere. */}
      <div data-top-slot="" className={styles.slot} hidden={connection !== null} />
      <button
        type="button"
        className={styles.profile}
        aria-label={texts.openProfile}
        title={texts.openProfile}
        aria-haspopup="dialog"
        aria-expanded={menu.isOpen}
        onPointerEnter={prepareMenu}
        onFocus={prepareMenu}
        onClick={menu.open}
      >
        <Avatar emoji={avatar} />
      </button>
      {ProfileMenu ? <ProfileMenu open={menu.isOpen} onClose={menu.close} /> : null}
    </header>
  );
}
