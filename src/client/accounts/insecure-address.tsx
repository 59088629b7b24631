import { legalPaths } from '#client/legal/legal-links.tsx';
import { Banner } from '#client/ui/banner.tsx';
import styles from './edit-profile-screen.module.css';
import { profileMessages as texts } from './profile-messages.fr.ts';

/** What a browser withholds from an address without TLS, said in this one place (decision D46). The machine itself counts as safe. */
export function InsecureAddress() {
  if (isSecureContext) return null;
  return (
    <Banner kind="warning">
      <p>{texts.insecure.text}</p>
      <a className={styles.guide} href={legalPaths.https}>
        {texts.insecure.guide}
      </a>
    </Banner>
  );
}
