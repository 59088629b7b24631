import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { Refused, Unreachable } from '#client/api/api.ts';
import { createQueryClient, refetchFailed } from './query-client.ts';

test('what goes wrong in a query or a command by itself is reported, and what the server refuses is not', async () => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = createQueryClient();
  const broken = new TypeError('broken');
  for (const error of [broken, new Refused({ code: 'board_not_found', status: 404, sentence: 'Tableau non trouvé' })]) {
    const fails = () => Promise.reject(error);
    await expect(client.fetchQuery({ queryKey: ['one'], queryFn: fails, retry: false })).rejects.toBe(error);
    await expect(client.getMutationCache().build(client, { mutationFn: fails }).execute(undefined)).rejects.toBe(error);
  }
  expect(shown.mock.calls).toEqual([[broken], [broken]]);
  client.clear();
});

test('what could not be read is asked for again, and a refusal stands', async () => {
  const client = createQueryClient();
  const asked: string[] = [];
  const observe = (name: string, error: Error) => {
    const queryFn = async () => {
      asked.push(name);
      await Promise.reject(error);
    };
    const observer = new QueryObserver(client, { queryKey: [name], queryFn, retry: false });
    observer.subscribe(() => undefined);
    return observer;
  };
  const missing = observe('missing', new Refused({ code: 'board_not_found', status: 404, sentence: 'Tableau non trouvé' }));
  const unread = observe('unread', new Unreachable());
  await expect.poll(() => [missing, unread].map((one) => one.getCurrentResult().status)).toEqual(['error', 'error']);
  refetchFailed(client);
  expect(missing.getCurrentResult().status).toBe('error');
  await expect.poll(() => asked).toEqual(['missing', 'unread', 'unread']);
  client.clear();
});
