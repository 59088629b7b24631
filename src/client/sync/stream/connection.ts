/**
 * What the live connection of one tab is, and what it does at each event. Pure: whatever it takes of the browser (streams, other tabs,
 * timers, questions to the server) is an effect, which `live.ts` performs. How long to wait and what time it is comes in with the event.
 */
import type { UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import type { Moment, StreamEffect, StreamEvent, StreamState, TimerName, Transition, Wait } from './connection-state.ts';
import { type Connection, greetingAfter, type News } from './tab-leader.ts';

const lostAfterMs = 1500;
// For a probe: longer, as it may be the first question for a while on a slow network.
const verdictAfterMs = 3000;
// The server sends `beat` every 20 s.
const silentAfterMs = 45_000;
const leaderSilentAfterMs = 25_000;
/** How long a stream closed as one too many is not reopened for other tabs. */
const asideMs = 30_000;

const sessionEnded = { type: 'bye', reason: 'session_ended' } as const;

export function reduce(state: StreamState, event: StreamEvent, moment: Moment): Transition {
  const next = new Next(state, moment);
  next.take(event);
  return next;
}

/** One transition being computed: each step changes the state and adds effects. */
class Next implements Transition {
  state: StreamState;
  readonly effects: StreamEffect[] = [];
  readonly #moment: Moment;

  constructor(state: StreamState, moment: Moment) {
    this.state = state;
    this.#moment = moment;
  }

  take(event: StreamEvent): void {
    const { state } = this;
    // A message sent just before this tab left the others.
    if (!state.isJoined && (event.type === 'leads' || event.type === 'follows' || event.type === 'news' || event.type === 'asked')) return;
    switch (event.type) {
      case 'started':
        if (state.userId === event.userId) return;
        this.#stop();
        this.#be({ userId: event.userId, isHidden: event.isHidden }, { do: 'watchPage' });
        return this.#enter(event.userId);
      case 'stopped':
        return this.#stop();
      case 'leads':
        return this.#lead();
      case 'follows':
        this.#be({ leads: false });
        this.#close();
        this.#forgetBreak();
        return this.#expectNews();
      case 'news':
        this.#expectNews();
        this.#setConnection(event.news.connection);
        if (event.news.event) this.#handle(event.news.event);
        return;
      case 'asked':
        if (state.leads) this.#answer(event.by);
        return;
      case 'opened':
        if (!this.#noteContact(event)) return;
        this.#be({ isOpen: true });
        this.#forgetBreak();
        return this.#setConnection('live');
      case 'beat':
        if (this.#noteContact(event)) this.#tell();
        return;
      case 'told':
        if (!this.#noteContact(event)) return;
        this.#be({ greeting: greetingAfter(this.state.greeting ?? null, event.event) });
        this.#tell({ event: event.event });
        return this.#handle(event.event);
      case 'failed':
        if (event.stream === state.stream) this.#lose({ failures: state.failures });
        return;
      case 'probeRequested':
        // A stream that is not open is being reopened anyway.
        if (!state.leads) this.#be({}, { do: 'askToProbe' });
        else if (state.isOpen && !state.probe) this.#startProbe();
        return;
      case 'retryNow':
        return this.#retryNow();
      case 'rested':
        return this.#rest();
      case 'woken':
        if (state.userId !== null && !state.leads && !state.isJoined) this.#enter(state.userId);
        return;
      case 'hidden':
        this.#be({ isHidden: true });
        // A browser allows six connections to a server over HTTP/1.1, and a stream takes one for each tab that is alone.
        if (!state.sharesTabs) this.#rest();
        return;
      case 'seen':
        this.#be({ isHidden: false });
        return this.#retryNow();
      case 'signedOut':
        return this.#tell({ event: sessionEnded });
      case 'elapsed':
        return this.#elapse(event.timer);
      case 'sessionRead':
        return this.#reopenFor(event);
      case 'probed':
        return this.#takeProbe(event);
      default:
        event satisfies never;
    }
  }

  #elapse(timer: TimerName): void {
    const { leads, probe } = this.state;
    switch (timer) {
      case 'silence':
        if (leads) return this.#lose(0);
        this.#be({}, { do: 'ask' });
        return this.#expectNews();
      case 'lost':
        return this.#setConnection('lost');
      case 'reopen':
        return this.#reopen();
      case 'verdict':
        if (!probe) return;
        this.#setConnection('lost');
        // A late event of the old stream would look like a sign of life: only a new stream proves the connection.
        return this.#lose({ failures: this.state.failures });
      case 'probe':
        if (probe) this.#be({}, { do: 'probe', id: probe.id });
        return;
      default:
        timer satisfies never;
    }
  }

  #enter(userId: UserId): void {
    const { sharesTabs, isHidden } = this.state;
    if (!sharesTabs) return isHidden ? undefined : this.#lead();
    this.#be({ isJoined: true }, { do: 'join', userId });
    this.#expectNews();
  }

  #lead(): void {
    this.#be({ leads: true, failures: 0 });
    this.#open();
  }

  #answer(to: string | undefined): void {
    const { stream, greeting, setAsideAt } = this.state;
    // Only for a while: the tab that asks may be the one that is looked at.
    const isSetAside = setAsideAt !== null && this.#moment.now - setAsideAt < asideMs;
    // Joined and lost boards change more than a revision, and an account event carries no content.
    if (!isSetAside && (stream === null || greeting === null)) this.#open();
    this.#tell({ to, ...(this.state.greeting && { event: this.state.greeting }) });
  }

  #open(): void {
    this.#close();
    const stream = this.state.lastId + 1;
    this.#be({ setAsideAt: null, stream, lastId: stream }, { do: 'openStream', stream });
    this.#noticeBreak();
    this.#restartSilenceTimer(silentAfterMs);
  }

  /** Returns whether the event is from the current stream; if so, it is a sign of life. */
  #noteContact({ stream, offline }: { stream: number; offline: boolean }): boolean {
    if (stream !== this.state.stream) return false;
    this.#restartSilenceTimer(silentAfterMs);
    // In a browser that is offline, an event may have been buffered: it proves nothing.
    if (!offline) this.#endProbe();
    if (this.state.isOpen && !this.state.probe) this.#setConnection('live');
    return true;
  }

  #handle(event: LiveEvent): void {
    // Only a greeting proves the stream: one that is accepted and cut again at once must not be retried at once.
    if (event.type === 'hello') this.#be({ failures: 0 });
    this.#be({}, { do: 'handle', event });
    if (event.type !== 'bye') return;
    if (event.reason === 'session_ended') this.#stop();
    else if (this.state.stream === null) return;
    else if (event.reason === 'too_many_streams') this.#setAside();
    // At random moments, so that not all clients come back at once.
    else this.#lose(200 + this.#moment.chance * 2000);
  }

  #setAside(): void {
    this.#close();
    this.#be({ setAsideAt: this.#moment.now });
    this.#setConnection('lost');
  }

  /** The stream has ended: opens another one after `wait`. */
  #lose(wait: Wait): void {
    const wasRefused = !this.state.isOpen;
    this.#close();
    this.#be({ wasRefused, failures: this.state.failures + 1 });
    this.#noticeBreak();
    this.#startTimer('reopen', wait);
  }

  /** An EventSource does not say why it failed: a stream that never opened may mean that the session is over. */
  #reopen(): void {
    const { userId, leads, stream, wasRefused } = this.state;
    if (userId === null || !leads || stream !== null) return;
    if (wasRefused) this.#be({}, { do: 'readSession', expected: userId });
    else this.#open();
  }

  #reopenFor({ expected, actual }: { expected: UserId; actual: UserId | null | undefined }): void {
    const { userId, leads, stream, failures } = this.state;
    if (userId !== expected || !leads || stream !== null) return;
    if (actual === undefined) return this.#lose({ failures });
    if (actual === expected) return this.#open();
    this.#tell({ event: sessionEnded });
    this.#stop();
    this.#be({}, { do: 'announceSessionEnd' });
  }

  /** In a dead zone a stream looks open until its silence is noticed. A browser that says so may be wrong: whoever gets an answer is connected. */
  #startProbe(): void {
    const id = this.state.lastId + 1;
    this.#be({ probe: { id, failures: 0 }, lastId: id });
    this.#startTimer('verdict', verdictAfterMs);
    this.#be({}, { do: 'probe', id });
  }

  #takeProbe({ id, isAnswered }: { id: number; isAnswered: boolean }): void {
    const { probe } = this.state;
    if (probe?.id !== id) return;
    if (isAnswered) return this.#endProbe();
    this.#startTimer('probe', { failures: probe.failures });
    this.#be({ probe: { id, failures: probe.failures + 1 } });
  }

  #endProbe(): void {
    if (!this.state.probe) return;
    this.#be({ probe: null }, { do: 'stopTimer', timer: 'verdict' }, { do: 'stopTimer', timer: 'probe' });
  }

  #retryNow(): void {
    const { userId, leads, stream, probe, lastHeard, isJoined } = this.state;
    if (userId === null) return;
    // A phone that slept can hold a dead stream that looks open.
    const isAsleep = this.#moment.now - lastHeard > silentAfterMs;
    if (leads && (stream === null || isAsleep || probe)) this.#open();
    else if (isJoined) this.#be({}, { do: 'ask' });
    else if (!leads) this.#enter(userId);
  }

  /** The other tabs need not wait for this one. */
  #rest(): void {
    this.#be({ leads: false, isJoined: false }, { do: 'leave' });
    this.#close();
    this.#forgetBreak();
  }

  #stop(): void {
    if (this.state.userId === null) return;
    this.#be({ userId: null });
    this.#rest();
    this.#be({}, { do: 'unwatchPage' }, { do: 'forgetPresence' });
    this.#setConnection('connecting');
  }

  #close(): void {
    this.#endProbe();
    this.#be(
      { stream: null, isOpen: false, greeting: undefined },
      { do: 'stopTimer', timer: 'reopen' },
      { do: 'stopTimer', timer: 'silence' },
      { do: 'closeStream' },
    );
  }

  #noticeBreak(): void {
    if (this.state.isBreaking) return;
    this.#be({ isBreaking: true });
    this.#startTimer('lost', lostAfterMs);
  }

  #forgetBreak(): void {
    this.#be({ isBreaking: false }, { do: 'stopTimer', timer: 'lost' });
  }

  #expectNews(): void {
    this.#restartSilenceTimer(leaderSilentAfterMs);
  }

  #restartSilenceTimer(silentAfter: number): void {
    this.#be({ lastHeard: this.#moment.now });
    this.#startTimer('silence', silentAfter);
  }

  #setConnection(connection: Connection): void {
    if (this.state.connection === connection) return;
    this.#be({ connection });
    this.#tell();
    this.#be({}, { do: 'notify' });
  }

  #tell(news: Omit<News, 'connection'> = {}): void {
    const { connection, isJoined, leads } = this.state;
    if (isJoined && leads) this.#be({}, { do: 'tell', news: { connection, ...news } });
  }

  #startTimer(timer: TimerName, wait: Wait): void {
    this.#be({}, { do: 'startTimer', timer, wait });
  }

  #be(change: Partial<StreamState>, ...effects: StreamEffect[]): void {
    this.state = { ...this.state, ...change };
    this.effects.push(...effects);
  }
}
