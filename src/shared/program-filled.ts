/**
 * Fields that a program fills in, such as a browser or a page, and no person: whoever presses a button cannot mend them. Where one is odd and the call is
 * of use without it, it is left out, and nothing is refused.
 */
import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';

/** Undefined where the field is missing or is not what it should be. */
export function programFilled<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.optional(schema), undefined);
}

/** For `z.pipe`, before a list of such entries: leaves out those that are odd, and what is too much. */
export function withoutOddEntries<Entry extends z.ZodMiniType>(entry: Entry, atMost: number) {
  return z.transform((sent: readonly z.input<Entry>[]) =>
    Array.isArray(sent) ? sent.filter((one) => z.safeParse(entry, one).success).slice(0, atMost) : sent,
  );
}
