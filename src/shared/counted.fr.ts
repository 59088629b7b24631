const numbers = new Intl.NumberFormat('fr-FR');
const pluralRules = new Intl.PluralRules('fr-FR');

/** '0 membre', '1 membre', '2 membres', joined by a no-break space: French counts nothing in the singular. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${numbers.format(count)}\u00A0${isSingular(count) ? singular : plural}`;
}

export function isSingular(count: number): boolean {
  return pluralRules.select(count) === 'one';
}
