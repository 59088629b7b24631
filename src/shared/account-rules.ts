// Apart from the schemas, so that a form of the client reads the rules without loading zod.
/** The eight avatars of sign-up, in the order shown; `name` is what a screen reader says. The first is the default. */
export const avatars = [
  { symbol: '🧑', name: 'Personne' },
  { symbol: '👩', name: 'Femme' },
  { symbol: '👸', name: 'Princesse' },
  { symbol: '🦄', name: 'Licorne' },
  { symbol: '⭐', name: 'Étoile' },
  { symbol: '✨', name: 'Étincelles' },
  { symbol: '💎', name: 'Gemme' },
  { symbol: '❤️', name: 'Cœur' },
] as const;

export const defaultAvatar = avatars[0].symbol;

/** Lengths in UTF-16 code units, as HTML's `maxlength` counts them. */
export const accountLimits = {
  usernameMin: 2,
  usernameMax: 30,
  passwordMin: 6,
  passwordMax: 128,
  emailMax: 254,
} as const;

// Letters of any script with their marks, digits, '.', '_' and '-' (decision D12).
const usernamePattern = /^(?!\p{M})[\p{L}\p{M}\p{Nd}._-]+$/u;

// Signs alone cannot be read aloud, and an address drops '..'.
const hasWord = /[\p{L}\p{Nd}]/u;

// Piled up higher, marks cover the lines above. What one letter needs in any language is composed or at most this.
const markedTooOften = /\p{M}{5}|(?:(?=\p{M})\p{Script=Inherited}){3}/u;

/** The form in which usernames are compared: two names with the same key are the same name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLocaleLowerCase('fr').normalize('NFKC');
}

/** A username as it is stored and shown. */
export function tidyUsername(username: string): string {
  return username.normalize('NFKC').trim();
}

/** The username of a guest, who types a first name as it is written. */
export function tidyFirstName(typed: string): string {
  return tidyUsername(typed).replace(/\s+/gu, '-');
}

// Browsers and Node have it; the types of this folder are those of the language alone.
declare const URL: { new (address: string): { hostname: string }; canParse(address: string): boolean };

/**
 * An e-mail address as it is kept and compared, but for case: with its domain in letters of ASCII, as mail servers know it. What no domain
 * is made of stays as it is.
 */
export function asciiEmail(typed: string): string {
  const [, local, domain] = /^([^@]*@)([\p{L}\p{M}\p{N}.\u3002-]+)$/u.exec(typed) ?? [];
  if (local === undefined || domain === undefined || !/[^\0-\x7F]/.test(domain)) return typed;
  const address = `http://${domain}`;
  return URL.canParse(address) ? local + new URL(address).hostname : typed;
}

/**
 * The form in which passwords are measured and hashed (OpaqueString of RFC 8265): keyboards differ in how they compose 'é', and in which
 * space the space bar with a modifier writes.
 */
export function preparedPassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}

/**
 * Whether signs are in it that show nothing or turn the others round: refused as taken (decision D12), for it is drawn like another.
 * Fonts draw nothing for a mark of a script that the letter under it is not of.
 */
export function hidesSigns(username: string): boolean {
  // The last two are blank hieroglyphs, which count as letters.
  return /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cf}\u{13441}\u{13442}]/u.test(username) || hasStrayMark(username);
}

export function isUsername(username: string): boolean {
  const { usernameMin, usernameMax } = accountLimits;
  const isLong = username.length >= usernameMin && username.length <= usernameMax;
  return isLong && usernamePattern.test(username) && hasWord.test(username) && !markedTooOften.test(username) && !hidesSigns(username);
}

// The scripts in use today that have combining marks of their own.
const markedScripts = [
  ...['Adlam', 'Arabic', 'Balinese', 'Batak', 'Bengali', 'Buginese', 'Cham', 'Coptic', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Javanese', 'Kannada', 'Khmer', 'Lao', 'Lepcha', 'Limbu', 'Malayalam', 'Meetei_Mayek', 'Mongolian', 'Myanmar'],
  ...['Nko', 'Oriya', 'Saurashtra', 'Sinhala', 'Sundanese', 'Syriac', 'Tagalog', 'Tai_Tham', 'Tai_Viet', 'Tamil', 'Telugu', 'Thaana'],
  ...['Thai', 'Tibetan'],
].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Inherited}]+$`, 'u'));

/** Whether a mark stands on what is no letter, or on one of another script. */
function hasStrayMark(username: string): boolean {
  const marked = username.match(/\P{M}\p{M}+/gu) ?? [];
  return marked.some((letter) => !/^\p{L}\p{Script=Inherited}+$/u.test(letter) && !markedScripts.some((script) => script.test(letter)));
}
