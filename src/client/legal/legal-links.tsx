import styles from './legal-links.module.css';
import { legalLinksMessages as texts } from './legal-links-messages.fr.ts';

export type LegalPage = 'privacy' | 'legal' | 'https' | 'verify';

export const legalPaths = {
  privacy: '/confidentialite',
  legal: '/mentions-legales',
  https: '/passer-en-https',
  verify: '/verifier',
} as const satisfies Record<LegalPage, string>;

export function legalPageAt(path: string): LegalPage | null {
  return pages.find((page) => legalPaths[page] === path.replace(/\/+$/, '')) ?? null;
}

const pages = ['privacy', 'legal', 'https', 'verify'] as const;

/** The foot of pages of visitors. Links of the browser's own: each of these pages is loaded by itself. */
export function LegalLinks({ page }: { page?: LegalPage }) {
  return (
    <nav aria-label={texts.label} className={styles.links}>
      {page ? <a href="/">{texts.home}</a> : null}
      {page === 'privacy' ? null : <a href={legalPaths.privacy}>{texts.privacy}</a>}
      {page === 'legal' ? null : <a href={legalPaths.legal}>{texts.legal}</a>}
      {page && page !== 'verify' ? <a href={legalPaths.verify}>{texts.verify}</a> : null}
    </nav>
  );
}
