const small = [
  ...['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze', 'treize', 'quatorze'],
  ...['quinze', 'seize', 'dix-sept', 'dix-huit', 'dix-neuf'],
];
const tens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante', 'quatre-vingt', 'quatre-vingt'];

/** 'Treize jours.' The larger numbers, which nobody reads as words, are digits. */
export function daysInWords(days: number): string {
  if (days === 1) return 'Premier jour.';
  const words = days < 1000 ? inWords(days) : String(days);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}\u00A0jours.`;
}

function inWords(count: number): string {
  if (count >= 100) return hundreds(Math.floor(count / 100), count % 100);
  if (count < 20) return small[count] ?? '';
  const ten = Math.floor(count / 10);
  // Soixante-dix and quatre-vingt-dix go on from 60 and 80.
  const rest = ten === 7 || ten === 9 ? (count % 10) + 10 : count % 10;
  if (rest === 0) return count === 80 ? 'quatre-vingts' : (tens[ten] ?? '');
  const joint = (rest === 1 || rest === 11) && ten < 8 ? ' et ' : '-';
  return `${tens[ten]}${joint}${small[rest]}`;
}

function hundreds(count: number, rest: number): string {
  const whole = count === 1 ? 'cent' : `${small[count]} cent`;
  if (rest > 0) return `${whole} ${inWords(rest)}`;
  return count === 1 ? whole : `${whole}s`;
}
