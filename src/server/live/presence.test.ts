/** The people who are told that somebody is there; nobody else is (decision D8). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accept, boardOf, startTestApp, remove, type Someone } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';
import { createPresence, type Presence } from './presence.ts';

const gather = 250;
const grace = 5000;

describe('presence', () => {
  let told: [userId: string, online: string[], offline: string[]][];
  let presence: Presence;
  let moment = 0;
  const decided = (userId: string, shows: boolean) => presence.decided(userId, shows, (moment += 1));

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    presence = createPresence((userId, event) => {
      if (event.type === 'presence') told.push([userId, event.online, event.offline]);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A stream opens, follows boards and is greeted. */
  function comes(userId: string, boardIds: string[], shows = true): string[] {
    presence.opened(userId);
    for (const boardId of boardIds) presence.follows(userId, boardId);
    return presence.greet(userId, shows, (moment += 1));
  }

  /** What has been told since it was last asked. */
  function news() {
    vi.advanceTimersByTime(gather);
    return told.splice(0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  it('greets with those who share a board and show it, oneself included', () => {
    comes('léa', ['home']);
    comes('max', ['home'], false);
    comes('zoé', ['work']);
    expect(comes('nora', ['home', 'garden'])).toEqual(['nora', 'léa']);
    expect(comes('inès', ['home'], false)).toEqual(['léa', 'nora']);
  });

  it('tells who comes and goes only to those who share a board', () => {
    comes('léa', ['home']);
    comes('zoé', ['work']);
    comes('max', ['home']);
    expect(news()).toEqual([['léa', ['max'], []]]);
    presence.closed('max');
    vi.advanceTimersByTime(grace);
    expect(news()).toEqual([['léa', [], ['max']]]);
  });

  it('tells many who come at once in one event for each reader', () => {
    comes('léa', ['home']);
    for (const name of ['max', 'nora', 'sam']) comes(name, ['home']);
    expect(news().filter(([userId]) => userId === 'léa')).toEqual([['léa', ['max', 'nora', 'sam'], []]]);
  });

  it('shows nothing of a page that is loaded again', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    news();
    presence.closed('max');
    vi.advanceTimersByTime(grace - 1);
    expect(comes('max', ['home'])).toEqual(['max', 'léa']);
    vi.advanceTimersByTime(2 * grace);
    expect(news()).toEqual([]);
  });

  it('lasts as long as one of several streams', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    comes('max', ['home']);
    news();
    presence.closed('max');
    vi.advanceTimersByTime(2 * grace);
    expect(news()).toEqual([]);
  });

  it('ends and begins by the switch, for oneself too', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    news();
    decided('max', false);
    expect(news()).toEqual([
      ['léa', [], ['max']],
      ['max', [], ['max']],
    ]);
    decided('max', true);
    expect(news()).toEqual([
      ['léa', ['max'], []],
      ['max', ['max'], []],
    ]);
  });

  it('switched off and on again at once is not announced', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    news();
    for (const shows of [false, true, false, true]) decided('max', shows);
    expect(news()).toEqual([]);
  });

  it('believes the switch rather than what was read before it', () => {
    comes('léa', ['home']);
    presence.opened('max');
    presence.follows('max', 'home');
    const before = (moment += 1);
    decided('max', false);
    expect(presence.greet('max', true, before)).toEqual(['léa']);
    expect(news()).toEqual([]);
  });

  it('believes what was read after the switch, whose last news may be lost', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    news();
    const before = (moment += 1);
    expect(presence.greet('max', false, (moment += 1))).toEqual(['léa']);
    // Read before that.
    expect(presence.greet('max', true, before)).toEqual(['léa']);
    expect(news()).toEqual([
      ['léa', [], ['max']],
      ['max', [], ['max']],
    ]);
  });

  it('ends for both sides with the last board they share, and begins with the first', () => {
    comes('léa', ['home', 'work']);
    comes('max', ['home', 'work']);
    news();
    presence.leaves('max', 'home');
    expect(news()).toEqual([]);
    presence.leaves('max', 'work');
    expect(news()).toEqual([
      ['léa', [], ['max']],
      ['max', [], ['léa']],
    ]);
    decided('max', false);
    decided('max', true);
    expect(news()).toEqual([]);
    presence.follows('max', 'home');
    expect(news()).toEqual([
      ['léa', ['max'], []],
      ['max', ['léa'], []],
    ]);
  });

  it('ends with a deleted board, save for those who share another', () => {
    comes('léa', ['home', 'work']);
    comes('max', ['home', 'work']);
    comes('nora', ['home']);
    news();
    presence.deleted('home');
    expect(news()).toEqual([
      ['léa', [], ['nora']],
      ['max', [], ['nora']],
      ['nora', [], ['léa', 'max']],
    ]);
  });

  it('brings the other streams of a person to where a new one begins', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    // Not told yet, and gone again before it would have been.
    expect(comes('léa', ['home'])).toEqual(['léa', 'max']);
    expect(told).toEqual([['léa', ['max'], []]]);
    decided('max', false);
    news();
    expect(comes('léa', ['home'])).toEqual(['léa']);
  });

  it('is told less often when telling takes long', () => {
    let clock = 0;
    let calls = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    presence = createPresence(() => {
      calls += 1;
      clock += 100;
    });
    comes('léa', ['home']);
    comes('max', ['home']);
    vi.advanceTimersByTime(gather);
    expect(calls).toBe(1);
    comes('nora', ['home']);
    vi.advanceTimersByTime(1999);
    expect(calls).toBe(1);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(3);
  });

  it('keeps nothing of those who are gone, and says nothing once stopped', () => {
    comes('léa', ['home']);
    comes('max', ['home']);
    presence.closed('max');
    presence.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(2 * grace);
    expect(told).toEqual([]);
  });
});

describe('on streams', async () => {
  const testApp = await startTestApp({ boundless: true });
  const streams: Stream[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });

  async function listen(person: Someone): Promise<Stream> {
    const stream = await Stream.open(person);
    streams.push(stream);
    await stream.next('hello');
    return stream;
  }

  it('a member is seen coming, hiding, showing and going', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    await boardOf(lea, [max]);
    const mine = await listen(lea);
    expect([...mine.online]).toEqual([lea.id]);
    const theirs = await listen(max);
    expect([...theirs.online].toSorted()).toEqual([lea.id, max.id].toSorted());
    expect(await mine.next('presence')).toEqual({ type: 'presence', online: [max.id], offline: [] });

    await max.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    expect(await mine.next('presence')).toEqual({ type: 'presence', online: [], offline: [max.id] });
    expect((await listen(lea)).online.has(max.id)).toBe(false);
    await max.does('PATCH /api/account/preferences', { body: { onlineStatus: true } });
    expect(await mine.next('presence')).toEqual({ type: 'presence', online: [max.id], offline: [] });

    theirs.close();
    await mine.until(() => !mine.online.has(max.id), 'still there');
  });

  it('a new member and the members who are online learn of each other', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte', 'Convive');
    const board = await boardOf(host, [], { invited: [guest] });
    const [mine, theirs] = [await listen(host), await listen(guest)];
    await accept(guest, board.id);
    expect(await mine.next('presence')).toEqual({ type: 'presence', online: [guest.id], offline: [] });
    expect(await theirs.next('presence')).toEqual({ type: 'presence', online: [host.id], offline: [] });
  });

  it.each([
    ['left', (_host: Someone, guest: Someone, board: { id: string }) => remove(guest, board, guest)],
    ['was removed', (host: Someone, guest: Someone, board: { id: string }) => remove(host, board, guest)],
    [
      'lost the board',
      (host: Someone, _guest: Someone, { id }: { id: string }) => host.does('DELETE /api/boards/:boardId', { params: { boardId: id } }),
    ],
  ] as const)('a member who %s no longer sees those they share no board with, nor do these see them', async (how, part) => {
    const [host, guest] = await testApp.signUpAll(`H${how.length}`, `G${how.length}`);
    const [first, last] = [await boardOf(host, [guest]), await boardOf(host, [guest])];
    const [mine, theirs] = [await listen(host), await listen(guest)];
    await mine.until(() => mine.online.has(guest.id));
    await part(host, guest, first);
    await theirs.next('gone');
    await guest.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    // They still share a board.
    await mine.until(() => !mine.online.has(guest.id), 'still shown');
    await guest.does('PATCH /api/account/preferences', { body: { onlineStatus: true } });
    await mine.until(() => mine.online.has(guest.id), 'not shown');

    await part(host, guest, last);
    await mine.until(() => !mine.online.has(guest.id), 'still shown');
    await theirs.until(() => !theirs.online.has(host.id), 'still shown');
    const [sofar, theirSofar] = [mine.text.length, theirs.text.length];
    for (const person of [host, guest])
      for (const onlineStatus of [false, true]) {
        await person.does('PATCH /api/account/preferences', { body: { onlineStatus } });
        const own = person === host ? mine : theirs;
        await own.until(() => own.online.has(person.id) === onlineStatus);
      }
    expect(mine.text.slice(sofar)).not.toContain(guest.id);
    expect(theirs.text.slice(theirSofar)).not.toContain(host.id);
  });

  it('a stranger never sees who is online', async () => {
    const [host, guest, stranger, invited] = await testApp.signUpAll('Hôtesse', 'Hôtesse2', 'Étrangère', 'Invitée');
    await boardOf(stranger);
    await boardOf(host, [guest], { invited: [invited] });
    const [outside, waiting] = [await listen(stranger), await listen(invited)];
    const inside = await listen(host);
    await listen(guest);
    await inside.until(() => inside.online.has(guest.id));
    await guest.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    await inside.until(() => !inside.online.has(guest.id));
    for (const stream of [outside, waiting])
      for (const { id } of [host, guest]) expect(stream.text.replaceAll(/"change".*/g, '')).not.toContain(id);
    expect([...outside.online]).toEqual([stranger.id]);
    expect(outside.presence).toEqual([]);
  });
});
