/** A tree of texts: what a catalogue is made of. */
export type Texts = string | Value | readonly Texts[] | ((values: never) => Texts) | { readonly [key: string]: Texts };

/** What a sentence is about, told apart from its words: shown as it stands, in a way of its own. */
export class Value {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A sentence in the order in which it is read. */
export type Sentence = readonly (string | Value)[];

/** A sentence whose values a screen sets off: sentence`Écrivez à ${email}`. */
export function sentence(words: TemplateStringsArray, ...values: readonly string[]): Sentence {
  return words
    .flatMap((text, index) => [text, ...values.slice(index, index + 1).map((value) => new Value(value))])
    .filter((part) => part !== '');
}

/**
 * The same tree with French spacing: a narrow no-break space before ; ! and ?, a no-break space before : and inside
 * « ». Texts that a function makes are spaced when it is called; the values of a `sentence` stay as they
 * are. Only spaces are changed, so 14:05 and https: stay.
 */
export function typographic<T extends Texts>(texts: T): T;
export function typographic(texts: Texts): Texts {
  if (typeof texts === 'string') return spaced(texts);
  if (texts instanceof Value) return texts;
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
