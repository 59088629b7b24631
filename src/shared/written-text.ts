import * as z from 'zod/mini';

/** So many signs may be written for each that may be kept: invisible ones, accents apart from their letters, blanks around. */
const writtenForEachKept = 8;

/**
 * The first check of a text, before any that reads all of it: a request may carry a quarter of a megabyte. It ends the others. `max` is how much
 * is kept of the text at most; `code` is the refusal.
 */
export function bounded(max: number, code?: string) {
  return z.maxLength(max * writtenForEachKept, { ...(code !== undefined && { error: code }), abort: true });
}

/** The checks of a text that is tidied before it is measured. */
export function tidied(tidy: (text: string) => string, max: number, code?: string) {
  return [bounded(max, code), z.overwrite(tidy), z.maxLength(max, code)] as const;
}
