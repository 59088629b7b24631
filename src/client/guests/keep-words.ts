import type { Account } from '#shared/accounts';
import { demoMessages } from './demo-messages.fr.ts';
import { guestMessages } from './guest-messages.fr.ts';

/** How a guest is asked to keep their game, or whoever is in a demo to make an account. */
export function keepWords({ demoUntil }: Pick<Account, 'demoUntil'>) {
  if (demoUntil !== null) return demoMessages;
  const { title, text, action } = guestMessages.keep;
  return { title, text, action, createBoard: guestMessages.createBoard };
}

export function keepAction(account: Pick<Account, 'demoUntil'>): string {
  return keepWords(account).action;
}
