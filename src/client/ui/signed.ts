/** '+20', '−15' (U+2212, as wide as the plus sign), '0'; grouped as the document's language does. */
export function signed(points: number): string {
  return formatter.format(points).replace('-', '\u2212');
}

const formatter = new Intl.NumberFormat(document.documentElement.lang || undefined, {
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});
