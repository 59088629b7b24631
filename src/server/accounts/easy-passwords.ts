import { usernameKey } from '#shared/account-rules';

/** How many of the commonest passwords are refused (decision D19). */
const commonest = 10_000;

let common: Promise<Set<string>> | undefined;

/** Whether a password is among the commonest or tells the username or e-mail it belongs to. */
export async function isEasyPassword(password: string, owner: { username: string; email: string }): Promise<boolean> {
  // Signing in takes a password of blanks alone for an empty field.
  if (password.trim() === '') return true;
  const folded = usernameKey(password);
  // Two letters are in half of all passwords: they give nothing away.
  const own = [usernameKey(owner.username), owner.email.toLowerCase()].filter((text) => text.length > 2);
  if (own.some((text) => folded.includes(text))) return true;
  // 400 kB that only a sign-up needs.
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common'].slice(0, commonest)),
  );
  return (await common).has(folded);
}
