import { describe, expect, it, vi } from 'vitest';
import { dump, tamper } from '../../../tests/database-state.ts';
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

describe('what a page says it has seen', () => {
  it('is taken where it is understood, and odd entries are left out', async () => {
    const [lea, max] = await testApp.signUpAll('Yara', 'Yves');
    const board = await boardOf(lea, [max]);
    await max.does('PUT /api/notifications/device', { body: subscription() });
    const seenBy = () =>
      (dump(testApp.config.dataDir)['board_member'] ?? []).find(({ user_id, board_id }) => user_id === max.id && board_id === board.id);
    tamper(testApp.config.dataDir, 'update board_member set seen_revision = 0 where user_id = ?', max.id);
    const odd = [
      { boardId: board.id, revision: -1 },
      { boardId: board.id, revision: 1.5 },
      { boardId: board.id, revision: null },
      { boardId: 'x'.repeat(65), revision: 1 },
      { revision: 1 },
    ];
    const see = (boards: unknown[]) => max.does('PUT /api/notifications/seen', { body: { boards: boards as [] } });
    for (const boards of [[], odd]) expect(await see(boards)).toEqual({ notified: true });
    expect(seenBy()).toMatchObject({ seen_revision: 0 });
    const several = [...odd, { boardId: board.id, revision: 1, looking: 'yes', page: 'board' }];
    expect(await see(several)).toEqual({ notified: true });
    expect(seenBy()).toMatchObject({ seen_revision: 1 });
  });

  it('of a board that they are no member of any more is left aside', async () => {
    const [lea, max] = await testApp.signUpAll('Ysé', 'Yann');
    const board = await boardOf(lea, [max]);
    await remove(lea, board, max);
    expect(
      await max.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision: 1, looking: true }] } }),
    ).toEqual({
      notified: false,
    });
    const rows = dump(testApp.config.dataDir)['board_member'] ?? [];
    expect(rows.filter(({ user_id, board_id }) => user_id === max.id && board_id === board.id)).toEqual([]);
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
    ['invalid_input', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['invalid_input', { auth: 'x' }],
  ])('is refused with %s: %o', async (code, wrong) => {
    const lea = await testApp.signUp(`N${code.length}${Object.keys(wrong)[0]}`);
    await expect(lea.does('PUT /api/notifications/device', { body: { ...subscription(), ...wrong } })).rejects.toThrow(code);
  });

  it.each([undefined, '', 'Etc/Unknown', '+01:00', 'GMT+1', 'Europe/Atlantis', 'x'.repeat(65)])(
    'whose browser names %j as its time zone is subscribed all the same, in the zone of the person',
    async (timeZone) => {
      const odd = { ...subscription(), timeZone };
      const lea = await testApp.signUp(`Zone${String(timeZone).length}${String(timeZone).replaceAll(/\W/g, '').slice(0, 9)}`);
      expect(await lea.does('PUT /api/notifications/device', { body: odd })).toMatchObject({ timeZone: 'Europe/Paris' });
      // The device keeps the zone that its browser named before.
      await lea.does('PUT /api/notifications/device', { body: { ...odd, timeZone: 'Asia/Tokyo' } });
      expect(await lea.does('PUT /api/notifications/device', { body: odd })).toMatchObject({ timeZone: 'Asia/Tokyo' });
      // A new device gets the zone of another device of the person.
      const elsewhere = await lea.elsewhere();
      const other = { ...odd, endpoint: subscription().endpoint };
      expect(await elsewhere.does('PUT /api/notifications/device', { body: other })).toMatchObject({ timeZone: 'Asia/Tokyo' });
    },
  );

  it('whose browser names no time zone is in that of a board of the person', async () => {
    const [lea, max] = await testApp.signUpAll('Ulla', 'Uwe');
    const board = await boardOf(lea, [max]);
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone: 'America/Montreal' } });
    const { timeZone: _, ...withoutZone } = subscription();
    expect(await max.does('PUT /api/notifications/device', { body: withoutZone })).toMatchObject({ timeZone: 'America/Toronto' });
  });

  it('may send its keys in base64 as well as in base64url', async () => {
    const lea = await testApp.signUp('Uma');
    const { p256dh, auth, ...rest } = subscription();
    const asBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    const body = { ...rest, p256dh: asBase64(p256dh), auth: asBase64(auth) };
    expect(await lea.does('PUT /api/notifications/device', { body })).toMatchObject({ details: false });
    const row = (dump(testApp.config.dataDir)['push_device'] ?? []).find(({ user_id }) => user_id === lea.id);
    expect(row).toMatchObject({ p256dh, auth });
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
