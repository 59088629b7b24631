/** The link that invites to a board: by its id, or by a token for one person. */
export function invitationLink(invitation: string): string {
  return `${location.origin}/invite/${invitation}`;
}

/**
 * The board that a pasted link, bare id, or message with a link in it invites to; null when it is none. Query, fragment
 * and trailing slashes do not count.
 */
export function invitedBoardId(pasted: string): string | null {
  const [address = ''] = pasted.match(/[a-z]+:\/\/\S+/i) ?? [pasted];
  const path = address
    .trim()
    .replace(/[?#].*$/s, '')
    // A host is no path: 'https://exemple.fr/' invites to nothing.
    .replace(/^[a-z]+:\/\/[^/]*/i, '');
  const id = path.split('/').findLast((segment) => segment !== '') ?? '';
  // 'invite' is what is left of a link that lost its end.
  return /^[\w-]{1,128}$/.test(id) && id !== 'invite' ? id : null;
}
