import { accountLimits, preparedPassword } from '#shared/account-rules';
import { passwordMessages } from './accounts-messages.fr.ts';

type StrengthLevel = 0 | 1 | 2 | 3 | 4;
type StrengthName = 'tooShort' | 'easy' | 'fair' | 'strong';

/**
 * How hard a password is to guess, while it is typed: a hint. What is refused is the server's to say, which knows the
 * commonest ones. `own` is what others know of its owner: username and e-mail.
 */
export function passwordStrength(typed: string, own: readonly string[], shortest: number): { level: StrengthLevel; name: StrengthName } {
  const password = preparedPassword(typed);
  if (password.length < shortest) return { level: 0, name: 'tooShort' };
  const bits = guessBits(password, own);
  if (bits < 24) return { level: 1, name: 'easy' };
  if (bits < 40) return { level: 2, name: 'fair' };
  return { level: bits < 60 ? 3 : 4, name: 'strong' };
}

/** In bits, what a word is worth however long it is: there are some 30,000 that people use. */
const perWord = 15;

function guessBits(password: string, own: readonly string[]): number {
  const folded = password.toLocaleLowerCase('fr');
  const known = own.map((text) => text.trim().toLocaleLowerCase('fr')).filter((text) => text.length > 2);
  if (known.some((text) => folded.includes(text))) return 0;
  const perCharacter = Math.log2(alphabet(password));
  return (folded.match(/\p{L}+|\P{L}+/gu) ?? []).reduce((sum, part) => {
    const bits = perCharacter * surprises(part);
    return sum + (isLikeAWord(part) ? Math.min(bits, perWord) : bits);
  }, 0);
}

/** Whether letters can be spoken: no word has four consonants in a row, but for a few. */
function isLikeAWord(letters: string): boolean {
  const plain = letters.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[a-zœæ]{3,}$/.test(plain) && !/[^aeiouyœæ]{4}/.test(plain);
}

/** How many characters the kinds that occur offer. */
function alphabet(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ];
  return kinds.reduce((size, [kind, count]) => (kind.test(password) ? size + count : size), 0);
}

/** The length, where a character that repeats or continues the one before ('aaa', '123') counts a quarter. */
function surprises(password: string): number {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  return codes.reduce((sum, code, index) => {
    const step = index === 0 ? Number.NaN : Math.abs(code - (codes[index - 1] ?? 0));
    return sum + (step <= 1 ? 0.25 : 1);
  }, 0);
}

const { errors } = passwordMessages;

/** The sentence for a password that would surely be refused, else null. The server also knows the commonest ones. */
export function newPasswordFault(typed: string): string | null {
  const { length } = preparedPassword(typed);
  if (length < accountLimits.passwordMin) return errors.tooShort;
  return length > accountLimits.passwordMax ? errors.tooLong : null;
}
