import type { SignUpPolicy } from '#shared/accounts';

/**
 * Keeps who may make an account here, on the root element: styles follow it, those of the landing page too, into which the server has written
 * it already. Until the server says so, everybody may.
 */
export function noteSignUps(policy: SignUpPolicy): void {
  document.documentElement.dataset['signUps'] = policy;
}

/** Keeps whether visitors may try a demo: the page that the service worker sends does not say so. */
export function noteDemos(areThere: boolean): void {
  document.documentElement.toggleAttribute('data-demo', areThere);
}

export function signUpsHere(): SignUpPolicy {
  const policy = document.documentElement.dataset['signUps'];
  return policy === 'closed' || policy === 'invited' ? policy : 'open';
}
