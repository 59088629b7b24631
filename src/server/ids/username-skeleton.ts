import unhomoglyph from 'unhomoglyph';

/**
 * What a username looks like: two names with the same skeleton are hard to tell apart, such as 'Max' and one whose letters
 * are Cyrillic, or 'Paul' and 'PauI'. The skeleton of Unicode's UTS #39, section 4, of the name as it is drawn; that names which differ
 * in case alone are the same is `usernameKey`'s business.
 */
export function usernameSkeleton(username: string): string {
  const signs = Array.from(username.normalize('NFKC').normalize('NFD'));
  // The prototypes can be capitals: '0' looks like 'O'.
  const drawn = signs.map(lookOf).join('').normalize('NFD').toLocaleLowerCase('fr');
  // The standard's 'rn' for 'm', also where another letter came to look like 'm'; and the one pair beside it that it leaves out.
  return drawn.replaceAll('m', 'rn').replaceAll('vv', 'w');
}

function lookOf(sign: string): string {
  // Drawn like a small 'l'.
  if (sign === 'I') return 'l';
  const small = sign.toLocaleLowerCase('fr');
  // A capital of another script looks like the capital of ours, often when their small letters do not: 'М', but not 'м'.
  const look = unhomoglyph(/\p{Script=Latin}/u.test(sign) ? small : sign);
  return smallCapitals.get(look) ?? look;
}

// The standard takes 'м' for the small capital 'ʍ' and goes no further; drawn beside each other they are the letters themselves.
const smallCapitals = new Map(
  Array.from('ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkĸkʟlᴍmʍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'.matchAll(/(.)(.)/gu), ([, capital = '', letter = '']) => [
    capital,
    letter,
  ]),
);
