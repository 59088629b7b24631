/** A text that its key does not open: damaged, or of another key or place. */
export class Unreadable extends Error {}

/** What can be read of some rows: one that cannot be opened never costs the others. It is logged where it is opened. */
export function readable<Row, View>(rows: readonly Row[], view: (row: Row) => View): View[] {
  return rows.flatMap((row) => openable(() => [view(row)]) ?? []);
}

/** What opening gives, or undefined where it cannot be read. */
export function openable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (failure) {
    if (failure instanceof Unreadable) return undefined;
    throw failure;
  }
}
