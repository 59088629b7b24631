/** '+20', '−15' (U+2212, as wide as the plus sign), '0'; grouped as the document's language does. */
export function signed(points: number): string {
  return formatter.format(points).replace('-', '\u2212');
}

// A page that is drawn beforehand is drawn without a document.
const language = 'document' in globalThis ? document.documentElement.lang : '';

const formatter = new Intl.NumberFormat(language || undefined, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
