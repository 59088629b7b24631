import type { Call, Tools } from './waits-tools.ts';

/** What an account without an address does. The heavy account is none: what would change it is measured by how soon it is refused. */
export function guestCalls({ call, visit, once, full, person, other, fullest }: Tools): Call[] {
  const link = async () => (await person.does('POST /api/boards/:boardId/single-links', { params: { boardId: fullest } })).link.token;
  const refused = [
    call('POST /api/guest/email', { body: { email: 'garde@bench.invalid', password: 'orage violet 42' } }),
    call('POST /api/guest/code'),
    call('POST /api/guest/code/confirm', { body: { code: '0000-0000-0000-0000' } }),
    call('POST /api/boards/:boardId/members/:userId/re-entry', { params: { ...full, userId: other.id } }),
    visit('POST /api/re-entry/look', { body: { token: 'none' } }),
    visit('POST /api/re-entry', { body: { token: 'none' } }),
    visit('POST /api/demos', { body: {} }),
  ];
  return [
    once('POST /api/guests', async () => ({ body: { username: 'Max', invitation: await link() } }), '', { cookie: '' }),
    ...refused.map((one) => ({ ...one, refused: true as const })),
  ];
}
