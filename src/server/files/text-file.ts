/** The file is no text that can be read here. The message is a French sentence without its subject, such as 'est vide'. */
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
    // Leaves out the mark.
    return new TextDecoder(encodingOf(first, second), { fatal: true }).decode(file);
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    throw new NoText(
      "n'est pas un texte en UTF-8 ou UTF-16 : il a été abîmé, ou enregistré dans un autre encodage (ANSI, Windows-1252). Reprenez-le tel qu'il était",
    );
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The mark in front tells the encoding; without one the first character does, which is ASCII in all files that we read. */
function encodingOf(first: number, second: number | undefined): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
