import { ReloadNeeded } from './lazy-import.ts';
import { words } from './ui-messages.fr.ts';

/** Tells a person why code of the client did not load. */
export function unloadedSentence(error: unknown): string {
  if (!(error instanceof ReloadNeeded)) return words.unreachable;
  return error.outdated ? words.newVersion : words.reloadNeeded;
}
