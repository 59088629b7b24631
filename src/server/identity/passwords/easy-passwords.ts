import { domainToUnicode } from 'node:url';
import { usernameKey } from '#shared/account-rules';
import { createPasswordGuesser, type PasswordGuesser } from './password-guesser.ts';

/** Six characters at random are just enough, since six are allowed (decision D19). */
const guessesAtLeast = 1e7;

/** The factor by which a sign between or after words raises the guesses: an attacker tries the usual ones. */
const perSign = 10;

/** The game's own name, as a password for it is guessed. */
const game = ['oulala', 'ou la la', 'ou-la-la', 'jeu', 'oulala.app'];

/**
 * Whether a password is quickly guessed by somebody who knows the commonest ones, French words and names, rows of keys, and whose it is;
 * or tells the username or e-mail it belongs to.
 */
export async function isEasyPassword(
  password: string,
  { username, email: address }: { username: string; email: string | null },
): Promise<boolean> {
  const email = address ?? '';
  // Signing in takes a password of blanks alone for an empty field.
  if (password.trim() === '') return true;
  const folded = usernameKey(password);
  // Two letters are in half of all passwords: they give nothing away.
  const own = [usernameKey(username), email.toLowerCase(), unicodeEmail(email)].filter((text) => text.length > 2);
  if (own.some((text) => folded.includes(text))) return true;
  const guessesFor = await getGuesser();
  const known = [...own, ...email.toLowerCase().split(/[@.+_-]/), ...usernameKey(username).split(/[._-]/), ...game];
  if ((await guessesFor(password, known)) < guessesAtLeast) return true;
  const bare = password.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '');
  if (bare === '' || bare === password) return false;
  return (await guessesFor(bare, known)) * perSign ** (password.length - bare.length) < guessesAtLeast;
}

/** As people write it. */
function unicodeEmail(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local}@${domainToUnicode(domain)}`;
}

let guesser: Promise<PasswordGuesser> | undefined;

async function getGuesser(): Promise<PasswordGuesser> {
  guesser ??= createPasswordGuesser();
  try {
    return await guesser;
  } catch (failure) {
    // The next one tries anew.
    guesser = undefined;
    throw failure;
  }
}
