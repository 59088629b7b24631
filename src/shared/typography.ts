/** A tree of texts: what a catalogue is made of. */
export type Texts = string | readonly Texts[] | ((values: never) => Texts) | { readonly [key: string]: Texts };

/**
 * The same tree with French spacing: a narrow no-break space before ; ! and ?, a no-break space before : and inside
 * « ». Texts that a function makes are spaced when it is called. Only spaces are changed, so 14:05 and https: stay.
 */
export function typographic<T extends Texts>(texts: T): T;
export function typographic(texts: Texts): Texts {
  if (typeof texts === 'string') return spaced(texts);
  if (typeof texts === 'function') return (values: never) => typographic(texts(values));
  if (Array.isArray(texts)) return texts.map((text: Texts) => typographic(text));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typographic(text)]));
}

function spaced(text: string): string {
  return text
    .replace(/ (?=[;!?])/g, '\u202F')
    .replace(/ (?=[:»])/g, '\u00A0')
    .replace(/« /g, '«\u00A0');
}
