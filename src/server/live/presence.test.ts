/** The people who are told that somebody is there; nobody else is (decision D8). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accept, boardOf, startTestApp, remove, type Someone } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';
import { createPresence, type Presence } from './presence.ts';

const gather = 250;
const grace = 5000;

describe('presence', () => {
  let told: string[];
  let presence: Presence;
  let moment = 0;
  const decided = (userId: string, shows: boolean) => presence.decided(userId, shows, (moment += 1));

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    presence = createPresence((userId, event) => {
      if (event.type !== 'presence') return;
      const all = [event.online.map((name) => `+ ${name}`), event.offline.map((name) => `- ${name}`)].flat();
      told.push(`${userId}: ${all.join(' ')}`);
    });
  });
  afterEach(() => void vi.useRealTimers());

  /** A stream opens, follows boards and is greeted. */
  function comes(userId: string, boardIds: string[], shows = true): string[] {
    presence.opened(userId);
    for (const boardId of boardIds) presence.follows(userId, boardId);
    return presence.greet(userId, shows, (moment += 1));
  }

  const bothCome = () => ['léa', 'max'].map((name) => comes(name, ['home']));

  /** 'léa: + max - zoé': what has been told since it was last asked, and to whom. */
  function news(): string {
    vi.advanceTimersByTime(gather);
    return told.splice(0).toSorted().join(' | ');
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
    expect(news()).toBe('léa: + max');
    presence.closed('max');
    vi.advanceTimersByTime(grace);
    expect(news()).toBe('léa: - max');
  });

  it('tells many who come at once in one event for each reader', () => {
    comes('léa', ['home']);
    for (const name of ['max', 'nora', 'sam']) comes(name, ['home']);
    expect(news()).toMatch(/^léa: \+ max \+ nora \+ sam \| max: /);
  });

  it('shows nothing of a page that is loaded again', () => {
    bothCome();
    news();
    presence.closed('max');
    vi.advanceTimersByTime(grace - 1);
    expect(comes('max', ['home'])).toEqual(['max', 'léa']);
    vi.advanceTimersByTime(2 * grace);
    expect(news()).toBe('');
  });

  it('lasts as long as one of several streams', () => {
    bothCome();
    comes('max', ['home']);
    news();
    presence.closed('max');
    vi.advanceTimersByTime(2 * grace);
    expect(news()).toBe('');
  });

  it('ends and begins by the switch, for oneself too', () => {
    bothCome();
    news();
    decided('max', false);
    expect(news()).toBe('léa: - max | max: - max');
    decided('max', true);
    expect(news()).toBe('léa: + max | max: + max');
  });

  it('switched off and on again at once is not announced', () => {
    bothCome();
    news();
    for (const shows of [false, true, false, true]) decided('max', shows);
    expect(news()).toBe('');
  });

  it('believes the switch rather than what was read before it', () => {
    comes('léa', ['home']);
    presence.opened('max');
    presence.follows('max', 'home');
    const before = (moment += 1);
    decided('max', false);
    expect(presence.greet('max', true, before)).toEqual(['léa']);
    expect(news()).toBe('');
  });

  it('believes what was read after the switch, whose last news may be lost', () => {
    bothCome();
    news();
    const before = (moment += 1);
    expect(presence.greet('max', false, (moment += 1))).toEqual(['léa']);
    // Read before that.
    expect(presence.greet('max', true, before)).toEqual(['léa']);
    expect(news()).toBe('léa: - max | max: - max');
  });

  it('ends for both sides with the last board they share, and begins with the first', () => {
    comes('léa', ['home', 'work']);
    comes('max', ['home', 'work']);
    news();
    presence.leaves('max', 'home');
    expect(news()).toBe('');
    presence.leaves('max', 'work');
    expect(news()).toBe('léa: - max | max: - léa');
    decided('max', false);
    decided('max', true);
    expect(news()).toBe('');
    presence.follows('max', 'home');
    expect(news()).toBe('léa: + max | max: + léa');
  });

  it('ends with a deleted board, save for those who share another', () => {
    comes('léa', ['home', 'work']);
    comes('max', ['home', 'work']);
    comes('nora', ['home']);
    news();
    presence.deleted('home');
    expect(news()).toBe('léa: - nora | max: - nora | nora: - léa - max');
  });

  it('brings the other streams of a person to where a new one begins', () => {
    bothCome();
    // Not told yet, and gone again before it would have been.
    expect(comes('léa', ['home'])).toEqual(['léa', 'max']);
    expect(told).toEqual(['léa: + max']);
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
    bothCome();
    vi.advanceTimersByTime(gather);
    expect(calls).toBe(1);
    comes('nora', ['home']);
    vi.advanceTimersByTime(1999);
    expect(calls).toBe(1);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(3);
  });

  it('keeps nothing of those who are gone, and says nothing once stopped', () => {
    bothCome();
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

  const shows = (person: Someone, onlineStatus: boolean) => person.does('PATCH /api/account/preferences', { body: { onlineStatus } });
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

    await shows(max, false);
    expect(await mine.next('presence')).toEqual({ type: 'presence', online: [], offline: [max.id] });
    expect((await listen(lea)).online.has(max.id)).toBe(false);
    await shows(max, true);
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

  type Part = (host: Someone, guest: Someone, board: { id: string }) => Promise<unknown>;
  it.each<[string, Part]>([
    ['left', (_host, guest, board) => remove(guest, board, guest)],
    ['was removed', (host, guest, board) => remove(host, board, guest)],
    ['lost the board', (host, _guest, { id }) => host.does('DELETE /api/boards/:boardId', { params: { boardId: id } })],
  ])('a member who %s no longer sees those they share no board with, nor do these see them', async (how, part) => {
    const [host, guest] = await testApp.signUpAll(`H${how.length}`, `G${how.length}`);
    const [first, last] = [await boardOf(host, [guest]), await boardOf(host, [guest])];
    const [mine, theirs] = [await listen(host), await listen(guest)];
    await mine.until(() => mine.online.has(guest.id));
    await part(host, guest, first);
    await theirs.next('gone');
    await shows(guest, false);
    // They still share a board.
    await mine.until(() => !mine.online.has(guest.id), 'still shown');
    await shows(guest, true);
    await mine.until(() => mine.online.has(guest.id), 'not shown');

    await part(host, guest, last);
    await mine.until(() => !mine.online.has(guest.id), 'still shown');
    await theirs.until(() => !theirs.online.has(host.id), 'still shown');
    const [sofar, theirSofar] = [mine.text.length, theirs.text.length];
    for (const person of [host, guest])
      for (const onlineStatus of [false, true]) {
        await shows(person, onlineStatus);
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
    await shows(guest, false);
    await inside.until(() => !inside.online.has(guest.id));
    for (const stream of [outside, waiting])
      for (const { id } of [host, guest]) expect(stream.text.replaceAll(/"change".*/g, '')).not.toContain(id);
    expect([...outside.online]).toEqual([stranger.id]);
    expect(outside.presence).toEqual([]);
  });
});
