/** '+20', '−15' (U+2212, as wide as the plus sign), '0'; grouped as this language does, or that of the machine. */
export function signedIn(language: string | undefined): (points: number) => string {
  const formatter = new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  return (points) => formatter.format(points).replace('-', '\u2212');
}
