/**
 * Fields that a program fills in, such as a browser or a page, and no person: whoever presses a button cannot mend them. Where one is odd and the call is
 * of use without it, it is left out, and nothing is refused.
 */
import * as z from 'zod/mini';
// The linter takes `z.catch` for the method of a promise.
import { catch as orElse } from 'zod/mini';

/** Undefined where the field is missing or is not what it should be. */
export function programFilled<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.optional(schema), undefined);
}

/** What a browser calls its time zone. A name that this server does not know is passed over; longer than any it is no name. */
export const namedZone = z.optional(z.string().check(z.maxLength(1024)));

/** For `z.pipe`, before a list of such entries: leaves out those with odd values, and what is too much. What is no entry at all stays, and is refused. */
export function withoutOddEntries<Entry extends z.ZodMiniType>(entry: Entry, atMost: number) {
  return z.transform((sent: readonly z.input<Entry>[]) =>
    Array.isArray(sent) ? sent.filter((one) => !isEntry(one) || z.safeParse(entry, one).success).slice(0, atMost) : sent,
  );
}

function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
