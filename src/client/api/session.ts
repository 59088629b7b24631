import { createNote } from '#client/ui/note.ts';
import { createSignal } from './signal.ts';

/** The session is over: `ended` on the server, or `signed_out` by the person. */
export const sessionOver = createSignal<{ reason: 'ended' | 'signed_out' }>();

/** Remembers that the session ended by itself, for the sign-in page to say so. */
export const endedSession = createNote();

/** Remembers that the person has just deleted the account, for the sign-in page to say so. */
export const deletedAccount = createNote();

let ending = 0;

/** Runs a call by which the person ends the session. Until it settles, the session's end is not announced. */
export async function endSession(end: () => Promise<unknown>, beforeTold: () => void = () => undefined): Promise<void> {
  ending += 1;
  try {
    await end();
  } finally {
    ending -= 1;
  }
  beforeTold();
  sessionOver.announce({ reason: 'signed_out' });
}

/** The server says that there is no session. While the person is signing out this is expected, and ignored. */
export function announceSessionEnd(): void {
  if (ending === 0) sessionOver.announce({ reason: 'ended' });
}
