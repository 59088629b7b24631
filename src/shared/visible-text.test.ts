import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountLimits, isUsername, tidyUsername } from './account-rules.ts';
import { boardTitle } from './board-title.ts';
import { visibleText } from './visible-text.ts';

const invisible = [
  ...['\u3164', '\u115F', '\u1160', '\uFFA0', '\u2800', '\u{13441}', '\u{1D159}', '\u00AD', '\u034F', '\u17B4', '\u180E', '\uFFFC'],
  ...['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\uFE0F', '\u{E0041}', '\u{E0100}'],
  ...['\u200E', '\u200F', '\u061C', '\u202A', '\u202E', '\u2066', '\u2069'],
  ...['\u0000', '\u0007', '\u001B', '\u007F', '\u0085', '\n', '\r\n', '\t', '\u2028', '\u2029', ' ', '\u00A0', '\u3000', '\uD800'],
];

const inHex = (text: string) => Array.from(text, (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).join(' ');

describe('a text that people write', () => {
  it.each(invisible.map((sign) => [inHex(sign), sign]))('is empty when it is nothing but %s', (_name, sign) => {
    expect(visibleText(sign.repeat(3))).toBe('');
    expect(boardTitle(sign)).toBe('');
  });

  it.each([
    ['👩‍❤️‍💋‍👩'],
    ['👩🏽‍🚀 en route'],
    ['🏳️‍🌈'],
    ['🐦‍⬛'],
    ['🇫🇷 allez'],
    ['🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['1️⃣2️⃣'],
    ['❤️'],
    ['می\u200Cخواهم'],
    ['क्\u200Dष'],
    ['שלום עולם'],
    ['مرحبا'],
    ['葛\u{E0100}飾'],
    ['e\u0301te\u0301'],
    ['Prêt\u00A0? L\u2019été !'],
    ['⠉⠕⠇⠕⠉'],
    ['…'],
    ['Tie\u0302\u0301ng Vie\u0323\u0302t, \u01B0\u0323\u031B'],
    ['ที่รัก น้ำ ผู้ใหญ่'],
    ['हिन्दी में कर्त्ता ज़्यादा लड़कियाँ'],
    ['शु॒क्रँ॑'],
    ['בְּרֵאשִׁ֖ית שָּׁ֔לוֹם'],
    ['لِلّٰهِ مُحَمَّدٌ'],
    ['α\u0304\u0313\u0301\u0345'],
    ['လျှို့ဝှက် မြို့'],
    ['བསྒྲུབས་ ཧཱུྃ'],
    ['ខ្ញុំស្រឡាញ់'],
    ['👩🏻‍❤️‍💋‍👨🏼 👨‍👩‍👧‍👦'],
  ])('stays as it is where a script or an emoji needs its signs: %s', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['Deux\nlignes', 'Deux lignes'],
    ['  trop \t d\u2028 espaces ', 'trop d espaces'],
    ['pa\u00ADpier col\u200Blé\uFEFF', 'papier collé'],
    ['\u202Eessiav\u202C', 'essiav'],
    ['a\u200Cb', 'ab'],
    ['☺\uFE0F\uFE0F', '☺\uFE0F'],
    ['👩\u200D et 👨', '👩 et 👨'],
    ['🏴\u{E0067}x', '🏴x'],
    ['⠉⠕\u2800⠇⠕', '⠉⠕ ⠇⠕'],
    ['a\u3164b', 'ab'],
    ['Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo', 'Z\u0301\u0302\u0303\u0304algo'],
    [`ก${'็'.repeat(40)}`, 'ก็็็็'],
    [`O${'\u20DD'.repeat(40)}K`, 'O\u20DD\u20DD\u20DD\u20DDK'],
    [`❤${'\uFE0F\u0489'.repeat(9)}`, '❤\uFE0F\u0489\uFE0F\u0489'],
    [`a${'\u0301\u200B'.repeat(9)}`, 'a\u0301\u0301\u0301\u0301'],
    [`क${'\u0301\u200D'.repeat(9)}ष`, 'क\u0301\u200D\u0301\u200D\u0301\u200D\u0301ष'],
    [`क${'ा'.repeat(40)}`, `क${'ा'.repeat(6)}`],
    [Array(9).fill('👩').join('\u200D'), `${Array(5).fill('👩').join('\u200D')}👩👩👩👩`],
  ])('%j becomes %j', (typed, kept) => {
    expect(visibleText(typed)).toBe(kept);
  });

  // Mostly of what makes a difference, beside any letter there is.
  const someSign = fc.oneof(
    fc.constantFrom(...invisible, 'a', 'É', '!', '1', '\u0301', 'ب', 'क', '्', '👩', '❤', '🏽', '🏴', '\u{E0067}', '\u{E007F}', '\u20E3'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const someText = fc.array(someSign, { maxLength: 20 }).map((signs) => signs.join(''));

  it('cleaned once is clean', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('has no control character, line break, blank at an end or lone half of a letter, and shows something or is empty', () => {
    const rule = fc.property(someText, (text) => {
      const shown = visibleText(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\u2800\u3164\u115F\u1160\uFFA0]|^\s|\s$|\s\s/u);
      if (shown !== '') expect(shown).toMatch(/[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u);
    });
    fc.assert(rule, { numRuns: 2000 });
  });

  it('has at most four marks on a letter', () => {
    const marks = fc.constantFrom(
      '\u0301',
      '\u0338',
      '\u20DD',
      '็',
      '्',
      '\u05B8',
      '\uFE0F',
      '\u200D',
      '\u200B',
      '\u200C',
      'ा',
      'क',
      'a',
      '❤',
    );
    const rule = fc.property(fc.array(marks, { maxLength: 60 }), (signs) => {
      const shown = visibleText(signs.join(''));
      expect(shown).not.toMatch(/(?:[\u200C\u200D\p{Mc}]*[\p{Mn}\p{Me}]){5}/u);
      expect(visibleText(shown)).toBe(shown);
    });
    fc.assert(rule, { numRuns: 5000 });
  });

  it('keeps every visible letter, in its order', () => {
    const lettersOf = (text: string) => text.match(/[aÉ!1بक👩❤]/gu)?.join('');
    fc.assert(
      fc.property(someText, (text) => {
        expect(lettersOf(visibleText(text))).toBe(lettersOf(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a username', () => {
  const signs = fc.array(fc.constantFrom('.', '_', '-'), { minLength: accountLimits.usernameMin, maxLength: accountLimits.usernameMax });

  it('of dots and signs alone is none', () => {
    fc.assert(
      fc.property(signs, (some) => {
        expect(isUsername(tidyUsername(some.join('')))).toBe(false);
      }),
    );
  });

  it('is one with a letter or a digit among them, whatever the script', () => {
    const word = fc.constantFrom('é', '7', 'ب', '名', 'Ω');
    fc.assert(
      fc.property(signs, word, (some, one) => {
        expect(isUsername(`${some.join('').slice(1)}${one}`)).toBe(true);
      }),
    );
  });

  it('hides no blank that counts as a letter', () => {
    for (const sign of ['\u3164', '\u115F', '\uFFA0', '\u{13441}', '\u{13442}']) expect(isUsername(tidyUsername(`Zoé${sign}`))).toBe(false);
  });
});
