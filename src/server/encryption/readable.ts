/** A sealed text that cannot be decrypted: damaged, or sealed with another key or for another field. */
export class Unreadable extends Error {}

/** What can be read of some rows: an unreadable one never costs the others. It is logged where it is decrypted. */
export function readable<Row, View>(rows: readonly Row[], view: (row: Row) => View): View[] {
  return rows.flatMap((row) => decryptable(() => [view(row)]) ?? []);
}

/** The decrypted text, or undefined where it is unreadable. */
export function decryptable<T>(decrypt: () => T): T | undefined {
  try {
    return decrypt();
  } catch (failure) {
    if (failure instanceof Unreadable) return undefined;
    throw failure;
  }
}
