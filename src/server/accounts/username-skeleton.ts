import unhomoglyph from 'unhomoglyph';

/**
 * What a username looks like: two names with the same skeleton are hard to tell apart, such as 'Max' and one whose letters
 * are Cyrillic. The skeleton of Unicode's UTS #39, section 4, in which case makes no difference.
 */
export function usernameSkeleton(username: string): string {
  const signs = Array.from(username.normalize('NFKC').normalize('NFD'));
  // The prototypes can be capitals: '0' looks like 'O'.
  return signs.map(lookOf).join('').normalize('NFD').toLocaleLowerCase('fr');
}

function lookOf(sign: string): string {
  const small = sign.toLocaleLowerCase('fr');
  // The standard draws 'm' as 'rn', which would refuse Mamie beside Marnie: two names that people have.
  if (small === 'm') return small;
  // A capital of another script looks like the capital of ours, often when their small letters do not: 'М', but not 'м'.
  const look = unhomoglyph(/\p{Script=Latin}/u.test(sign) ? small : sign);
  // As a capital, 'I' is drawn like a small 'l'; the case of a name must not matter.
  return look === 'l' && small !== sign && small !== 'l' ? 'i' : look;
}
