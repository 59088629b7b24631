import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '#shared/live-events';
import { accountOf } from '#client/sync/testing/browser-model.ts';
import { reduce } from './connection.ts';
import { initialState, type StreamEffect, type StreamEvent, type StreamState } from './connection-state.ts';

const hello: LiveEvent = { type: 'hello', boards: { first: 1 }, online: [], pendingRequests: 0, account: accountOf('🧑') };
const bye = (reason: Extract<LiveEvent, { type: 'bye' }>['reason']): LiveEvent => ({ type: 'bye', reason });

const stopped = initialState(true);
const following: StreamState = { ...stopped, userId: 'lea', isJoined: true };
const opening: StreamState = { ...following, leads: true, stream: 1, lastId: 1, isBreaking: true };
const open: StreamState = { ...opening, isOpen: true, isBreaking: false, connection: 'live', greeting: hello, lastHeard: 1000 };
const alone: StreamState = { ...open, sharesTabs: false, isJoined: false };
const resting = { isHidden: true, leads: false, stream: null, isOpen: false, greeting: undefined };
const probing: StreamState = { ...open, probe: { id: 2, failures: 0 }, lastId: 2 };
const broken: StreamState = { ...opening, stream: null, failures: 1 };
const refused: StreamState = { ...broken, wasRefused: true };
const aside: StreamState = { ...open, stream: null, isOpen: false, greeting: undefined, connection: 'lost', setAsideAt: 1000 };

const moment = { now: 2000, chance: 0.5 };
const heard = { stream: 1, offline: false };

/** What is done, in words: timers by name, everything else by what it does. */
function done(effects: readonly StreamEffect[]): string[] {
  return effects.map((effect) => ('timer' in effect ? `${effect.do} ${effect.timer}` : effect.do));
}

type Row = [name: string, before: StreamState, event: StreamEvent, after: Partial<StreamState>, effects: string[]];

const openingAnew = ['stopTimer reopen', 'stopTimer silence', 'closeStream', 'openStream'];
const breaking = ['stopTimer reopen', 'stopTimer silence', 'closeStream', 'startTimer lost', 'startTimer reopen'];

/** What only a clock, a leader and a stream show is told by live.test.ts and live-tabs.test.ts, in a browser that has these. */
const table: Row[] = [
  [
    'a tab in the background that is alone opens no stream when it starts',
    initialState(false),
    { type: 'started', userId: 'lea', isHidden: true },
    { userId: 'lea', leads: false, stream: null },
    ['watchPage'],
  ],
  [
    'a tab that is alone gives its stream up when it goes to the background',
    alone,
    { type: 'hidden' },
    { userId: 'lea', leads: false, stream: null, connection: 'live' },
    ['leave', 'stopTimer reopen', 'stopTimer silence', 'closeStream', 'stopTimer lost'],
  ],
  ['and opens none when the network is back', { ...alone, ...resting }, { type: 'retryNow' }, { stream: null }, []],
  [
    'and opens one when it is looked at',
    { ...alone, ...resting },
    { type: 'seen' },
    { isHidden: false, leads: true, stream: 2 },
    [...openingAnew, 'startTimer lost', 'startTimer silence'],
  ],
  ['a leader in the background keeps the stream for the other tabs', open, { type: 'hidden' }, { leads: true, stream: 1 }, []],
  ['a start for the same person changes nothing', open, { type: 'started', userId: 'lea', isHidden: false }, open, []],
  ['of a stream that was replaced nothing is heard', open, { type: 'opened', stream: 7, offline: false }, open, []],
  [
    'what the stream tells is handed on and handled',
    { ...open, failures: 3 },
    { type: 'told', ...heard, event: hello },
    { failures: 0, greeting: hello },
    ['startTimer silence', 'tell', 'handle'],
  ],
  [
    'a stream that was open before is opened again without a question',
    broken,
    { type: 'elapsed', timer: 'reopen' },
    { stream: 2 },
    [...openingAnew, 'startTimer silence'],
  ],
  [
    'without a session everything ends, here and in the followers',
    refused,
    { type: 'sessionRead', expected: 'lea', actual: null },
    { userId: null, leads: false, isJoined: false, connection: 'connecting' },
    [
      'tell',
      'leave',
      'stopTimer reopen',
      'stopTimer silence',
      'closeStream',
      'stopTimer lost',
      'unwatchPage',
      'forgetPresence',
      'announceSessionEnd',
    ],
  ],
  ['an answer that comes once a stream is opening is late', opening, { type: 'sessionRead', expected: 'lea', actual: null }, opening, []],
  ['one probe at a time', probing, { type: 'probeRequested' }, probing, []],
  ['a stream that is not open is being opened by all means', opening, { type: 'probeRequested' }, opening, []],
  [
    'in a browser that calls itself offline what still comes proves nothing',
    probing,
    { type: 'beat', stream: 1, offline: true },
    { probe: probing.probe },
    ['startTimer silence', 'tell'],
  ],
  ['and does not come back for another tab right away', aside, { type: 'asked', by: 'b' }, { stream: null }, ['tell']],
  ['a stream that is well needs no retry, and the tabs know it', open, { type: 'retryNow' }, open, ['ask']],
  [
    'a phone that slept opens the stream anew',
    { ...open, lastHeard: -50_000 },
    { type: 'retryNow' },
    { stream: 2, lastHeard: 2000 },
    [...openingAnew, 'startTimer lost', 'startTimer silence'],
  ],
  [
    'what other tabs said just before this one left them is late',
    { ...following, isJoined: false },
    { type: 'leads' },
    { leads: false },
    [],
  ],
  ['a stopped stream stays stopped', stopped, { type: 'retryNow' }, stopped, []],
  [
    'a leader that lost the lead closes its stream and waits for news',
    open,
    { type: 'follows' },
    { leads: false, stream: null, greeting: undefined, connection: 'live' },
    ['stopTimer reopen', 'stopTimer silence', 'closeStream', 'stopTimer lost', 'startTimer silence'],
  ],
  ['a follower that hears nothing asks', following, { type: 'elapsed', timer: 'silence' }, { stream: null }, ['ask', 'startTimer silence']],
  [
    'a restarting server is asked again soon, and not by all at once',
    open,
    { type: 'told', ...heard, event: bye('restarting') },
    { stream: null, failures: 1 },
    ['startTimer silence', 'tell', 'handle', ...breaking],
  ],
];

/** What else can happen. */
const others: StreamEvent[] = [
  ...[true, false].map((isHidden) => ({ type: 'started', userId: 'lea', isHidden }) as const),
  ...(['probeRequested', 'rested', 'woken', 'signedOut'] as const).map((type) => ({ type })),
  ...(['opened', 'beat'] as const).map((type) => ({ type, ...heard })),
  { type: 'told', ...heard, event: bye('too_many_streams') },
  ...(['lost', 'silence', 'verdict', 'probe'] as const).map((timer) => ({ type: 'elapsed', timer }) as const),
  ...['lea', undefined].map((actual) => ({ type: 'sessionRead', expected: 'lea', actual }) as const),
  ...[true, false].map((isAnswered) => ({ type: 'probed', id: 2, isAnswered }) as const),
  { type: 'failed', stream: 1 },
];

describe('the live connection', () => {
  it.each(table)('%s', (_name, before, event, after, effects) => {
    const next = reduce(before, event, moment);
    expect(next.state).toMatchObject(after);
    expect(done(next.effects)).toEqual(effects);
  });

  it('holds a stream only as the leader of somebody, probes only a stream that is open, and changes no state that it was given, whatever happens', () => {
    const events = [...table.map(([, , event]) => event), ...others];
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.constantFrom(...events), { maxLength: 60 }), (sharesTabs, story) => {
        let state = initialState(sharesTabs);
        const timers = new Set<string>();
        for (const [step, event] of story.entries()) {
          // Streams, probes and timers as they come in a browser: of those that are there.
          if (event.type === 'elapsed' && !timers.delete(event.timer)) continue;
          const stream = state.stream ?? 0;
          const given = structuredClone(state);
          const next = reduce(state, 'stream' in event ? { ...event, stream } : event, { now: step * 1000, chance: 0.5 });
          for (const effect of next.effects) {
            if (effect.do === 'startTimer') timers.add(effect.timer);
            if (effect.do === 'stopTimer') timers.delete(effect.timer);
          }
          expect(state).toEqual(given);
          ({ state } = next);
          if (state.stream !== null) expect(state).toMatchObject({ userId: expect.any(String), leads: true });
          if (state.probe) expect(state.isOpen).toBe(true);
          if (state.userId === null)
            expect([state.isJoined, state.leads, state.connection, timers.size]).toEqual([false, false, 'connecting', 0]);
        }
      }),
    );
  });
});
