import { useRouterState } from '@tanstack/react-router';
import { useMe } from '#client/accounts/session-queries.ts';
import styles from './consent-placeholder.module.css';

/** Keeps free what the question about counting will take on Accueil: what stands below it does not jump. */
export function ConsentPlaceholder() {
  const { consentAsked } = useMe().preferences;
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/dashboard' });
  return consentAsked || !isHome ? null : <div className={styles.card} />;
}
