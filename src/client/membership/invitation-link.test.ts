import { describe, expect, it } from 'vitest';
import { invitedBoardId } from './invitation-link.ts';

const id = 'Gx3_k-9PqzL2m0aVb7TfYw';

describe('a pasted invitation', () => {
  it.each([
    ['a link', `https://exemple.fr/invite/${id}`],
    ['a bare id', id],
    ['a path', `/invite/${id}`],
    ['an address without its scheme', `192.168.1.20:3000/invite/${id}`],
    ['a trailing slash', `https://exemple.fr/invite/${id}/`],
    ['several of them', `https://exemple.fr/invite/${id}//`],
    ['a query', `https://exemple.fr/invite/${id}?utm_source=sms`],
    ['a query after a slash', `https://exemple.fr/invite/${id}/?from=a/b`],
    ['a fragment', `https://exemple.fr/invite/${id}#haut/bas`],
    ['spaces and lines around', `  https://exemple.fr/invite/${id}\n`],
    ['the message that came with the link', `Il reste une place sur NOUS DEUX, et des points à prendre : https://exemple.fr/invite/${id}`],
    ['a link of another board', `https://exemple.fr/board/${id}`],
  ])('%s', (_what, pasted) => {
    expect(invitedBoardId(pasted)).toBe(id);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['slashes', '///'],
    ['a site', 'https://exemple.fr'],
    ['a site with a slash', 'https://exemple.fr/'],
    ['a site with a query only', 'https://exemple.fr/?invite=oui'],
    ['a link that lost its end', 'https://exemple.fr/invite/'],
    ['words', 'viens jouer'],
    ['a segment that no id has', 'https://exemple.fr/invite/a.b'],
    ['an escape', 'https://exemple.fr/invite/%2e%2e'],
    ['dots', '../..'],
    ['what is too long for an id', 'x'.repeat(129)],
  ])('is none: %s', (_what, pasted) => {
    expect(invitedBoardId(pasted)).toBeNull();
  });
});
