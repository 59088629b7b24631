import { describe, expect, it } from 'vitest';
import { sharedInvitation } from './shared-invitation.ts';

const id = 'Gx3_k-9PqzL2m0aVb7TfYw';
const here = 'https://oulala.exemple.fr';
const shared = (values: Record<string, string>) => sharedInvitation(`?${new URLSearchParams(values)}`, here);

describe('what another app shares', () => {
  it.each([
    ['a link', { url: `${here}/invite/${id}` }],
    ['a link as a text, as Android does', { text: `${here}/invite/${id}`, title: 'OU LA LA' }],
    ['a message with a link in it', { text: `Il reste une place : ${here}/invite/${id}?utm_source=sms` }],
    ['a link with a full stop', { text: `Rejoins-nous : ${here}/invite/${id}.` }],
    ['a link in brackets', { text: `Une place se libère (${here}/invite/${id}) !` }],
    ['a link in French quotation marks', { text: `«${here}/invite/${id}»` }],
    ['a link with an escaped blank', { url: `${here}/invite/${id}%20` }],
    ['a link with signs that show nothing', { text: `\u2066${here}/invite/${id}\u200B\u2069` }],
    ['a link in capitals', { text: `${here.toUpperCase()}/invite/${id}` }],
    ['a link through a network', { url: `https://l.facebook.com/l.php?u=${encodeURIComponent(`${here}/invite/${id}?x=1`)}` }],
    ['a link beside another', { text: `https://exemple.com ${here}/invite/${id}/` }],
  ])('leads to the board: %s', (_what, values) => {
    expect(shared(values)).toEqual({ boardId: id });
  });

  it('is shown and not followed when it leads to another site', () => {
    expect(shared({ text: `https://ailleurs.exemple/invite/${id}` })).toEqual({
      pasted: `https://ailleurs.exemple/invite/${id}`,
      isLink: true,
    });
  });

  it.each([
    ['words', { title: 'Recette', text: 'Tarte aux pommes' }, 'Tarte aux pommes'],
    ['one word', { title: 'Recette' }, 'Recette'],
    ['another page of ours', { url: `${here}/boards` }, `${here}/boards`],
    ['a script', { url: 'javascript:alert(1)//invite/x' }, 'javascript:alert(1)//invite/x'],
    ['a broken link', { text: 'https://[/invite/x' }, 'https://[/invite/x'],
    ['a name in front of another site', { url: `${here}@mal.exemple/boards` }, `${here}@mal.exemple/boards`],
    ['a path that climbs', { url: `${here}/invite/../api/session` }, `${here}/invite/../api/session`],
  ])('is no invitation: %s', (_what, values, pasted) => {
    expect(shared(values)).toEqual({ pasted, isLink: false });
  });

  it('is cut where nobody would read on', () => {
    expect(shared({ text: 'x'.repeat(10_000) })).toEqual({ pasted: 'x'.repeat(500), isLink: false });
  });

  it.each(['', '?', '?text=', '?text=%20%0a', '?tab=scores'])('is nothing: %j', (search) => {
    expect(sharedInvitation(search, here)).toBeNull();
  });
});
