import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';

it('an id of any form that names no board is answered as an unknown one, byte for byte', async () => {
  const testApp = await startTestApp();
  const lea = await testApp.signUp('Léa');
  const paths = ['/api/invitations/', '/api/boards/'];
  for (const path of paths) {
    const answerTo = async (id: string) => {
      const { status, text, headers } = await lea.sends({ method: 'GET', url: path + encodeURIComponent(id) });
      return { status, text, headers: { ...headers, date: '' } };
    };
    const unknown = await answerTo('AAAAAAAAAAAAAAAAAAAAAA');
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('Tableau non trouvé') });
    for (const id of ['x'.repeat(300), 'x'.repeat(8000), 'é'.repeat(200), '%00', '\0', '../..', "' or 1=1", '🦄', ' '])
      expect(await answerTo(id), id.slice(0, 20)).toEqual(unknown);
  }
});
