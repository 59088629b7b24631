import { describe, expect, it, vi } from 'vitest';
import { dump } from '../../../tests/database-state.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { boardOf, remove, startTestApp } from '../../../tests/test-app.ts';
import { usualKinds } from '#shared/notifications';
import { insertMember } from '../membership/member-store.ts';
import { endpointHash } from './device-store.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });

describe('a person', () => {
  it('is told of the usual kinds, until they choose', async () => {
    const [lea] = await testApp.signUpAll('Ada');
    const { publicKey, ...rest } = await lea.does('GET /api/notifications');
    expect(Buffer.from(publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(rest).toEqual({ kinds: usualKinds, mutedBoards: [], device: null, news: [] });
    await lea.does('PATCH /api/notifications', { body: { kinds: { achievements: true } } });
    const { kinds } = await lea.does('PATCH /api/notifications', { body: { kinds: { points: false } } });
    expect(kinds).toEqual({ ...usualKinds, achievements: true, points: false });
  });

  it('mutes a board, which ends with the membership', async () => {
    const [lea, max] = await testApp.signUpAll('Inès', 'Paul');
    const board = await boardOf(lea, [max]);
    const params = { boardId: board.id };
    await max.does('PUT /api/boards/:boardId/mute', { params });
    await max.does('PUT /api/boards/:boardId/mute', { params });
    expect((await max.does('GET /api/notifications')).mutedBoards).toEqual([board.id]);
    await remove(lea, board, max);
    expect((await max.does('GET /api/notifications')).mutedBoards).toEqual([]);
  });
});

describe('a device', () => {
  it('subscribes, keeps what it does not change, and unsubscribes', async () => {
    const [lea] = await testApp.signUpAll('Nora');
    const one = subscription();
    const device = await lea.does('PUT /api/notifications/device', { body: { ...one, details: true, quietFrom: 23 } });
    expect(device).toEqual({
      endpointHash: endpointHash(one.endpoint),
      details: true,
      timeZone: 'Europe/Paris',
      quietFrom: 23,
      quietTo: 8,
    });
    const other = subscription();
    await lea.does('PUT /api/notifications/device', { body: { ...other, timeZone: 'Asia/Tokyo' } });
    const moved = { ...device, endpointHash: endpointHash(other.endpoint), timeZone: 'Asia/Tokyo' };
    expect((await lea.does('GET /api/notifications')).device).toEqual(moved);
    await lea.does('DELETE /api/notifications/device');
    expect((await lea.does('GET /api/notifications')).device).toBeNull();
  });

  it.each([
    ['push_address_refused', { endpoint: 'http://push.example.org/1' }],
    ['time_zone_unknown', { timeZone: 'Europe/Atlantis' }],
    ['invalid_input', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['invalid_input', { auth: 'x' }],
  ])('is refused with %s: %o', async (code, wrong) => {
    const lea = await testApp.signUp(`N${code.length}${Object.keys(wrong)[0]}`);
    await expect(lea.does('PUT /api/notifications/device', { body: { ...subscription(), ...wrong } })).rejects.toThrow(code);
  });

  it('that another session has subscribed since belongs to that one', async () => {
    const [lea, max] = await testApp.signUpAll('Zoé', 'Luc');
    const one = subscription();
    await lea.does('PUT /api/notifications/device', { body: one });
    await max.does('PUT /api/notifications/device', { body: one });
    expect((await lea.does('GET /api/notifications')).device).toBeNull();
    expect((await max.does('GET /api/notifications')).device).not.toBeNull();
  });

  it('is told of a board that its person has joined while it waited to subscribe', async () => {
    const [lea, max] = await testApp.signUpAll('Ivo', 'Kim');
    const board = await boardOf(lea);
    const { database } = testApp.deps;
    const { lockPeople } = database;
    vi.spyOn(database, 'lockPeople').mockImplementationOnce(async (db, people) => {
      await insertMember(db, { boardId: board.id, userId: max.id });
      await lockPeople(db, people);
    });
    await max.does('PUT /api/notifications/device', { body: subscription() });
    expect((dump(testApp.config.dataDir)['board'] ?? []).find(({ id }) => id === board.id)?.['heard']).toBe(1);
  });
});
