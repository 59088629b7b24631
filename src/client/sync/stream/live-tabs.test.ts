import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionOver } from '#client/api/session.ts';
import { accountOf, BrowserModel, type Tab } from '#client/sync/testing/browser-model.ts';

const page = new EventTarget();
const documentOfPage = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let browser: BrowserModel;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', documentOfPage);
  browser = new BrowserModel();
});
afterEach(() => {
  browser.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const look = () => documentOfPage.dispatchEvent(new Event('visibilitychange'));

describe('the tabs of one browser', () => {
  it('share one stream: the first holds it, the others get all its events', async () => {
    const [first, second, third] = [browser.open(), browser.open(), browser.open()];
    await pass(50);
    expect(browser.opened).toBe(1);
    browser.change('first');
    await pass(50);
    for (const tab of [first, second, third]) {
      expect(tab.live.connection()).toBe('live');
      expect(tab.heard.filter(({ type }) => type === 'hello')).toHaveLength(1);
      expect(tab.heard.at(-1)).toMatchObject({ type: 'change', boardId: 'first', revision: 2 });
    }
  });

  it('greet a newcomer with what is true now, without troubling the server or each other', async () => {
    const first = browser.open();
    await pass(50);
    browser.change('first');
    browser.ask();
    await pass(50);
    const heardByFirst = first.heard.length;
    const newcomer = browser.open();
    await pass(50);
    expect(newcomer.heard).toEqual([{ type: 'hello', boards: { first: 2 }, pendingRequests: 1, online: [], account: accountOf('🧑') }]);
    expect(first.heard).toHaveLength(heardByFirst);
    expect(browser.opened).toBe(1);
  });

  it('open the stream anew for a newcomer when a board has come or gone since', async () => {
    browser.open();
    await pass(50);
    browser.join('second');
    await pass(50);
    const newcomer = browser.open();
    await pass(50);
    expect(newcomer.known).toEqual(browser.truth);
    expect(browser.opened).toBe(2);
    expect(browser.streams()).toHaveLength(1);
  });

  it('learn of an account that was changed while the stream was being opened', async () => {
    const first = browser.open();
    browser.dress('🦄');
    await pass(50);
    expect(first.known.avatar).toBe('🦄');
  });

  it('open the stream anew for a newcomer that has read the account before its last change', async () => {
    browser.open();
    await pass(50);
    const newcomer = browser.open();
    browser.dress('🦄');
    await pass(50);
    newcomer.known.avatar = '🧑';
    look();
    await pass(50);
    expect(newcomer.known.avatar).toBe('🦄');
  });

  it.each(['close', 'crash'] as const)('hand the lead over when the leader is gone (%s)', async (go) => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser[go](first);
    browser.change('first');
    await pass(50);
    expect(browser.streams()).toEqual([second]);
    expect(second.known).toEqual(browser.truth);
    expect(second.live.connection()).toBe('live');
  });

  it('take the lead from a frozen tab, which then gives it up', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.freeze(first);
    browser.change('first');
    look();
    await pass(1400);
    expect(second.known).not.toEqual(browser.truth);
    await pass(200);
    expect(browser.streams()).toEqual([second]);
    expect(second.known).toEqual(browser.truth);
    browser.thaw(first);
    await pass(50);
    expect(browser.streams()).toEqual([second]);
    browser.change('first');
    await pass(50);
    expect(first.known).toEqual(browser.truth);
  });

  it('are not put back by what a frozen leader still had to say', async () => {
    const [first, second, third] = [browser.open(), browser.open(), browser.open()];
    await pass(50);
    browser.freeze(first);
    look();
    await pass(2000);
    browser.ask();
    browser.cut();
    await pass(5000);
    browser.ask();
    await pass(50);
    browser.thaw(first);
    await pass(50);
    for (const { known } of [first, second, third]) expect(known).toEqual(browser.truth);
  });

  it('notice within half a minute, without being looked at, that the leader is silent', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.freeze(first);
    await pass(27_000);
    expect(browser.streams()).toEqual([second]);
  });

  it('leave the lead to a silent leader while nobody looks', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.freeze(first);
    second.visible = false;
    await pass(120_000);
    expect(browser.streams()).toEqual([]);
    second.visible = true;
    look();
    await pass(2000);
    expect(browser.streams()).toEqual([second]);
  });

  it('tell each other that the connection is lost', async () => {
    const [, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.reachable = false;
    browser.cut();
    await pass(20_000);
    expect(second.live.connection()).toBe('lost');
    browser.reachable = true;
    await pass(20_000);
    expect(second.live.connection()).toBe('live');
  });

  it('learn that the connection is lost from the one that got no answer, though the stream looks open', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.reachable = false;
    second.live.probe();
    await pass(3200);
    for (const { live } of [first, second]) expect(live.connection()).toBe('lost');
    browser.reachable = true;
    await pass(15_000);
    for (const { live } of [first, second]) expect(live.connection()).toBe('live');
    expect(browser.streams()).toEqual([first]);
  });

  it('all end with the session', async () => {
    const tabs = [browser.open(), browser.open(), browser.open()];
    await pass(50);
    browser.endSession();
    await pass(50);
    for (const { heard } of tabs) expect(heard.at(-1)).toEqual({ type: 'bye', reason: 'session_ended' });
    const { opened } = browser;
    await pass(60_000);
    expect(browser.opened).toBe(opened);
  });

  it('all end when the leader signs out, though it closes its stream before the server can say good-bye', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await pass(50);
    browser.signedIn = null;
    sessionOver.announce({ reason: 'signed_out' });
    browser.close(first);
    await pass(50);
    expect(second.heard.at(-1)).toEqual({ type: 'bye', reason: 'session_ended' });
    expect(browser.opened).toBe(1);
  });

  it('give the lead away with the page, and come back with it', async () => {
    const first = browser.open();
    await pass(50);
    page.dispatchEvent(new Event('pagehide'));
    await pass(50);
    expect(browser.streams()).toEqual([]);
    browser.change('first');
    page.dispatchEvent(new Event('pageshow'));
    await pass(50);
    expect(browser.streams()).toEqual([first]);
    expect(first.known).toEqual(browser.truth);
  });

  it('have a stream each where the browser refuses them its locks', async () => {
    const tabs = [browser.open({ withoutLocks: true }), browser.open({ withoutLocks: true })];
    await pass(50);
    expect(browser.streams()).toEqual(tabs);
  });
});

const step = fc.record({
  deed: fc.constantFrom(
    'open',
    'open',
    'close',
    'crash',
    'freeze',
    'thaw',
    'change',
    'change',
    'join',
    'leave',
    'ask',
    'dress',
    'cut',
    'probe',
    'zone',
  ),
  which: fc.nat(9),
  pause: fc.constantFrom(0, 1, 3, 40, 1500, 4000, 30_000),
  looked: fc.boolean(),
});

it('whatever opens, closes, crashes, freezes and breaks: one stream is open and every tab knows everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      browser.dispose();
      browser = new BrowserModel();
      for (const { deed, which, pause, looked } of steps) {
        act(deed, which);
        if (looked) look();
        await pass(pause);
      }
      browser.reachable = true;
      await pass(60_000);
      const awake = browser.tabs.filter(({ state }) => state === 'awake');
      expect(browser.streams()).toHaveLength(Math.min(1, awake.length));
      for (const { known, live } of awake) {
        expect(known).toEqual(browser.truth);
        expect(live.connection()).toBe('live');
      }
    }),
    { numRuns: 500 },
  );
});

function act(deed: string, which: number): void {
  const pick = (state: Tab['state']) => {
    const tabs = browser.tabs.filter((tab) => tab.state === state);
    return tabs[which % tabs.length];
  };
  const awake = pick('awake');
  const boards = [...browser.truth.boards.keys()];
  const board = boards[which % boards.length];
  if (deed === 'open') browser.open();
  if (deed === 'close' && awake) browser.close(awake);
  if (deed === 'crash' && awake) browser.crash(awake);
  if (deed === 'freeze' && awake) browser.freeze(awake);
  const frozen = pick('frozen');
  if (deed === 'thaw' && frozen) browser.thaw(frozen);
  if (deed === 'dress') browser.dress(which % 2 ? '🦄' : '🧑');
  if (deed === 'change' && board !== undefined) browser.change(board);
  if (deed === 'join') browser.join(`board ${which}`);
  if (deed === 'leave' && board !== undefined) browser.leave(board);
  if (deed === 'ask') browser.ask();
  if (deed === 'cut') browser.cut();
  if (deed === 'probe') awake?.live.probe();
  if (deed === 'zone') browser.reachable = !browser.reachable;
}
