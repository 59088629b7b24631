import { expect, it } from 'vitest';
import { Mailbox } from './mailbox.ts';
import { startPushService } from './push-service.ts';
import { assertAllCalled, callsOf } from '../bench/waits-calls.ts';

it('the bench of waits has a call of every endpoint', async () => {
  const [mailbox, pushService] = [await Mailbox.open(), await startPushService()];
  const somebody = { id: 'id', username: 'lea', cookie: '' };
  const account = {
    heavy: somebody,
    other: somebody,
    newcomer: somebody,
    readers: [],
    fullest: 'board',
    anniversary: '2026-01-01',
    own: ['board'],
    joined: [],
  };
  const calls = callsOf('http://127.0.0.1:9', account, { mailbox, pushService });
  await mailbox.close();
  await pushService.close();
  const few = calls.filter(({ key }) => key !== 'PUT /api/boards/:boardId/mute');
  expect(() => assertAllCalled(calls)).not.toThrow();
  expect(() => assertAllCalled(few)).toThrow('P12 does not call PUT /api/boards/:boardId/mute');
});
