import type { Account } from '#shared/accounts';
import { signUpsHere } from '#client/session/sign-ups.ts';
import { fullDate } from '#client/ui/format.fr.ts';
import { demoMessages } from './demo-messages.fr.ts';
import { guestMessages } from './guest-messages.fr.ts';

/** How a guest is asked to keep their game, or whoever is in a demo to make an account: there is no action where nobody may make one. */
export function keepWords({ demoUntil }: Pick<Account, 'demoUntil'>) {
  if (demoUntil !== null) {
    const { text, action, ...words } = demoMessages;
    return { ...words, text: text({ until: fullDate(demoUntil) }), action: signUpsHere() === 'open' ? action : null };
  }
  const { title, text, action } = guestMessages.keep;
  return { title, text, action, createBoard: guestMessages.createBoard };
}
