/** A file is no text that is read here; a French sentence without its subject says what it is, as in 'est vide'. */
export class NoText extends Error {}

/**
 * The text of a file that a person may have saved again with an editor: in UTF-8 or UTF-16, of either byte order, with or without a mark of
 * the order (BOM) in front. Windows PowerShell and Notepad write UTF-16. Throws {@link NoText}.
 */
export function textIn(file: Uint8Array): string {
  const [first, second] = file;
  if (first === undefined) throw new NoText('est vide');
  if (first === 0x1f && second === 0x8b) throw new NoText("est compressé (gzip) : décompressez-le d'abord");
  if (first === 0x50 && second === 0x4b) throw new NoText("est compressé (zip) : décompressez-le d'abord");
  try {
    return decode(file, encodingOf(first, second));
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    throw new NoText(
      "n'est pas un texte en UTF-8 ou UTF-16 : il a été abîmé, ou enregistré dans un autre encodage (ANSI, Windows-1252). Reprenez-le tel qu'il était",
    );
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** By the mark in front; without one by the first sign, which is one of ASCII in all files that we read. */
function encodingOf(first: number, second: number | undefined): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** Takes the mark off. */
function decode(file: Uint8Array, encoding: Encoding): string {
  // An odd byte at the end is half a sign; swapping would fail in another way than decoding does.
  if (encoding === 'utf-16be' && file.length % 2 === 0) return decode(Buffer.from(file).swap16(), 'utf-16le');
  return new TextDecoder(encoding === 'utf-16be' ? 'utf-16le' : encoding, { fatal: true }).decode(file);
}
