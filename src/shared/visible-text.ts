/**
 * The one rule for texts that people write. What shows nothing is taken out: fillers, zero-width signs, direction controls, control
 * characters. Line breaks and blanks become one space. What a script or an emoji needs stays: the joiner within 👩‍🚀 or a Persian word, the
 * selector of ❤️, the tags of 🏴󠁧󠁢󠁳󠁣󠁴󠁿, the accents of a letter. Accents that are piled up higher than any language does are taken out.
 * Without lookbehind, which the oldest of our browsers cannot read. It reads the whole text several times: a schema looks at the length before.
 */

// Letters and signs that no font draws, though Unicode does not call them ignorable: hieroglyphs that are blank, annotations, a placeholder.
const hidden = String.raw`\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFC\u{13441}\u{13442}`;
const blank = /[\t-\r\u0085\u2028\u2029\u2800\u{1D159}]/gu;
const severalBlanks = /[^\S\uFEFF]{2,}/gu;

const pictograph = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
// Joiners change nothing between letters that are not joined anyway.
const joined = String.raw`(?![${hidden}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}]`;
const needed = [
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,16}\u{E007F}`,
  String.raw`${pictograph}\uFE0F?\u200D(?=${pictograph})`,
  String.raw`${joined}[\u180E\u200C\u200D](?=${joined})`,
  String.raw`[^\s${hidden}]\p{Variation_Selector}`,
].join('|');
const neededOrHidden = new RegExp(`(${needed})|[${hidden}]`, 'gu');

/**
 * Marks above, below or around one letter. Biblical Hebrew, Vedic Sanskrit, polytonic Greek and Burmese have four; a fifth would cover
 * the line above.
 */
const marksOnOne = 4;
/** Together with vowel signs that stand beside the letter. */
const signsOnOne = 6;
const joiner = String.raw`[\u180E\u200C\u200D]`;
const pile = new RegExp(String.raw`(?:${joiner}*\p{M}){${marksOnOne + 1},}${joiner}*`, 'gu');

/** The longest emoji of today joins four pictures. */
const joinersInOne = 4;
const chain = new RegExp(String.raw`(?:${pictograph}{1,2}\uFE0F?\u200D){${joinersInOne + 1},}`, 'gu');

/** A text as it is stored and shown; empty when nothing of it would be seen. The same on both sides. */
export function visibleText(text: string): string {
  const shown = text
    .replace(blank, ' ')
    .replace(neededOrHidden, (_, kept: string | undefined) => kept ?? '')
    .replace(pile, lowered)
    .replace(chain, shortened)
    .replace(severalBlanks, ' ')
    .trim();
  return showsSomething(shown) ? shown : '';
}

/** The first marks of a pile. What joined it to the next letter goes with those that are taken out. */
function lowered(marks: string): string {
  let [onOne, all] = [0, 0];
  let kept = '';
  for (const sign of marks) {
    if (/\p{M}/u.test(sign)) all += 1;
    if (/[\p{Mn}\p{Me}]/u.test(sign)) onOne += 1;
    if (onOne > marksOnOne || all > signsOnOne) return kept.replace(/\P{M}+$/u, '');
    kept += sign;
  }
  return kept;
}

function shortened(emojis: string): string {
  let joiners = 0;
  return emojis.replace(/\u200D/g, (sign) => ((joiners += 1) > joinersInOne ? '' : sign));
}

// Marks need something to stand on.
function showsSomething(text: string): boolean {
  return /[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
