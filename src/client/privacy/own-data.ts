import { api } from '#client/api/api.ts';

/** All that is kept of the person, as a file to be saved. */
export async function loadOwnData(): Promise<{ fileName: string; content: Blob }> {
  const data = await api('GET /api/account/export');
  const [day] = new Date(data.exportedAt).toISOString().split('T');
  return {
    fileName: `ou-la-la-mes-donnees-${day}.json`,
    content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  };
}
