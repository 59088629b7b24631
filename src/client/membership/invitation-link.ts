/** The link that invites to a board: by its id, or by a token for one person. */
export function invitationLink(invitation: string): string {
  return `${location.origin}/invite/${invitation}`;
}

/**
 * The board that a pasted link, bare id, or message with a link in it invites to; null when it is none. Query, fragment and trailing slashes do
 * not count, nor what messengers, mail programs and keyboards put around a link, into it or behind it.
 */
export function invitedBoardId(pasted: string): string | null {
  const readings = readingsOf(pasted);
  for (const find of [idInLink, idAtEnd, idAmongWords])
    for (const reading of readings) {
      const id = find(reading);
      if (id !== null) return id;
    }
  return null;
}

/** The addresses in a text, and those within addresses that lead through another site. */
export function addressesIn(text: string): string[] {
  return readingsOf(text).flatMap((reading) => reading.split(/(?=https?:\/\/)/i).flatMap((part) => part.match(addresses) ?? []));
}

/** The board or token that an address invites to by its path; null when it is no invitation. */
export function invitationAt(address: string): string | null {
  const { pathname } = URL.canParse(address) ? new URL(address) : { pathname: '' };
  const [, segment] = /^\/invite\/([^/]+)\/*$/.exec(pathname) ?? [];
  return segment === undefined ? null : asId(readingsOf(segment).at(-1) ?? '');
}

/** Without the brackets and quotation marks that people and programs put around an address. */
const addresses = /https?:\/\/[^\s<>"`|\\^{}()[\]*\u00AB\u00BB\u2018-\u201F\u2039\u203A\u2026]+/gi;

/** The length of ids and tokens: 128 bits in base64url. */
const wholeLength = 22;

/** A text without signs that show nothing, then with its escapes read: a link that leads through another site is escaped once or twice. */
function readingsOf(text: string): string[] {
  const once = withoutUnseen(text);
  const twice = withoutUnseen(unescaped(once));
  return [...new Set([once, twice, withoutUnseen(unescaped(twice))])];
}

function withoutUnseen(text: string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '');
}

function unescaped(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      // It is no text, and stays as it is.
      return escaped;
    }
  });
}

/** Found by the path of our links, on whatever site and in whatever text. */
function idInLink(reading: string): string | null {
  for (const path of [/\/\s*invite\s*\/+/gi, /\/\s*board\s*\/+/gi])
    for (const { index, 0: found } of reading.matchAll(path)) {
      const id = idAtStart(reading.slice(index + found.length));
      if (id !== null) return id;
    }
  return null;
}

/** A mail program may have broken the line before the id, or within it. */
function idAtStart(text: string): string | null {
  let joined = '';
  for (const line of text.split(/\s*[\r\n]\s*/)) {
    joined += line;
    const [whole] = /^[\w-]+(?![\w-])/.exec(joined) ?? [];
    if (whole?.length === wholeLength) return whole;
    if (whole !== joined && joined !== '') break;
  }
  const [segment = ''] = /^[^\s/?#&<>]*/.exec(text) ?? [];
  return asId(segment);
}

/** The last segment of the first address, or of all that was pasted. */
function idAtEnd(reading: string): string | null {
  const [address = ''] = reading.match(addresses) ?? [reading];
  const path = address
    .trim()
    .replace(/[?#].*$/s, '')
    // A host is no path: 'https://exemple.fr/' invites to nothing.
    .replace(/^[a-z]+:\/\/[^/]*/i, '');
  const id = /\s/.test(path) ? null : asId(path.split('/').findLast((segment) => segment !== '') ?? '');
  return id !== null && screens.has(id.toLowerCase()) ? null : id;
}

/** Addresses of this site that invite to nothing. */
const screens = new Set(['board', 'boards', 'create-board', 'dashboard', 'edit-profile', 'login', 'requests', 'signup', 'succes']);

/** An id is told from words by its length and by capitals in its midst. One in an address is something else. */
function idAmongWords(reading: string): string | null {
  const words = reading.replace(addresses, ' ');
  return words.split(/[^\w-]+/).find((word) => word.length === wholeLength && /.[A-Z]/.test(word)) ?? null;
}

/** A segment of a path without the marks around it; null for what can be no id. */
function asId(segment: string): string | null {
  const id = segment.replace(/^[^\w-]+|[^\w-]+$/g, '');
  // 'invite' is what is left of a link that lost its end.
  if (!/^[\w-]{1,128}$/.test(id) || id === 'invite') return null;
  // Underscores around a text make it italic in messengers.
  return /^[_-]+$/.test(id.slice(wholeLength)) ? id.slice(0, wholeLength) : id;
}
