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

// Letters of any script with their marks, digits, '.', '_' and '-' (decision D12). Bidi controls and most zero-width
// characters are in none of these classes; the letters and marks that show nothing, such as fillers and selectors, would make a
// name that looks like another.
const usernamePattern = /^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}._-])+$/u;

/** The form in which usernames are compared: two names with the same key are the same name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLocaleLowerCase('fr').normalize('NFKC');
}

/** A username as it is stored and shown. */
export function tidyUsername(username: string): string {
  return username.normalize('NFKC').trim();
}

/** Whether signs are in it that show nothing or turn the others round: refused as taken (decision D12), for it is drawn like another. */
export function hidesSigns(username: string): boolean {
  return /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(username);
}

export function isUsername(username: string): boolean {
  const { usernameMin, usernameMax } = accountLimits;
  return username.length >= usernameMin && username.length <= usernameMax && usernamePattern.test(username);
}
