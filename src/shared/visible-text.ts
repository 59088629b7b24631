/**
 * The one rule for texts that people write. What shows nothing is taken out: fillers, zero-width signs, direction controls, control
 * characters. Line breaks and blanks become one space. What a script or an emoji needs stays: the joiner within 👩‍🚀 or a Persian word, the
 * selector of ❤️, the tags of 🏴󠁧󠁢󠁳󠁣󠁴󠁿. Without lookbehind, which the oldest of our browsers cannot read.
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

/** A text as it is stored and shown; empty when nothing of it would be seen. The same on both sides. */
export function visibleText(text: string): string {
  const shown = text
    .replace(blank, ' ')
    .replace(neededOrHidden, (_, kept: string | undefined) => kept ?? '')
    .replace(severalBlanks, ' ')
    .trim();
  return showsSomething(shown) ? shown : '';
}

// Marks need something to stand on.
function showsSomething(text: string): boolean {
  return /[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
