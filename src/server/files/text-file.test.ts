import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { NoText, textIn } from './text-file.ts';

const text = '{"titre":"Défi à l’apéro 🏆"}\r\n';
const little = Buffer.from(text, 'utf16le');
const big = Buffer.from(little).swap16();
const latin = Buffer.from('{"titre":"Défi"}', 'latin1');

describe('a text file', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a BOM', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', little],
    ['UTF-16 LE with a BOM', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['UTF-16 BE', big],
    ['UTF-16 BE with a BOM', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
  ])('is read in %s', (_encoding, file) => {
    expect(textIn(file)).toBe(text);
  });

  it.each([
    ['that is empty', Buffer.alloc(0), 'est vide'],
    ['in Windows-1252', latin, "n'est pas un texte en UTF-8 ou UTF-16"],
    ['in UTF-16 cut within a sign', Buffer.from(little.subarray(0, 9)), "n'est pas un texte en UTF-8 ou UTF-16"],
    ['in UTF-16 BE cut within a sign', Buffer.from(big.subarray(0, 9)), "n'est pas un texte en UTF-8 ou UTF-16"],
    ['that is a picture', Buffer.from('89504e470d0a1a0a', 'hex'), "n'est pas un texte en UTF-8 ou UTF-16"],
    ['packed by gzip', gzipSync(text), 'est compressé (gzip)'],
    ['packed by zip', Buffer.from('504b0304', 'hex'), 'est compressé (zip)'],
  ])('%s is refused with what it is', (_what, file, sentence) => {
    expect(() => textIn(file)).toThrow(NoText);
    expect(() => textIn(file)).toThrow(sentence);
  });
});
