import unhomoglyph from 'unhomoglyph';
import { usernameKey } from '#shared/account-rules';

/**
 * What a username looks like: two names with the same skeleton are hard to tell apart, such as 'Max' and one whose letters
 * are Cyrillic. The skeleton of Unicode's UTS #39, section 4, of the name as it is compared.
 */
export function usernameSkeleton(username: string): string {
  const key = usernameKey(username).normalize('NFD');
  // The standard draws 'm' as 'rn', which would refuse Mamie beside Marnie: two names that people have.
  const skeleton = [...key].map((sign) => (sign === 'm' ? sign : unhomoglyph(sign))).join('');
  // Its prototypes can be capitals: '0' looks like 'O'.
  return skeleton.normalize('NFD').toLocaleLowerCase('fr');
}
