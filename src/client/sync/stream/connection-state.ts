/** The state of one tab's live connection, its events and its effects. */
import type { UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import type { Connection, Hello, News } from './tab-leader.ts';

export interface StreamState {
  /** The person whose stream it is; null when stopped. */
  userId: UserId | null;
  /** Whether tabs can know of each other in this browser. Where they cannot, each has a stream of its own. */
  sharesTabs: boolean;
  /** Whether the tab is in the background. */
  isHidden: boolean;
  /** Whether this tab takes part in sharing the stream: not while its page is put away. */
  isJoined: boolean;
  /** Whether this tab is the leader, which holds the stream. */
  leads: boolean;
  /** Number of the stream that is open or opening. */
  stream: number | null;
  isOpen: boolean;
  /** Asks whether the server is there, while the stream looks open but calls get no answer; ends when the stream delivers or closes. */
  probe: { id: number; failures: number } | null;
  /** The current greeting, for tabs that join later: undefined before the stream's first, null once only the server knows. */
  greeting: Hello | null | undefined;
  /** When the server ended the stream because the person has too many. It is reopened when a tab is looked at. */
  setAsideAt: number | null;
  /** Whether the stream that is to be replaced was never open: then the session may be over. */
  wasRefused: boolean;
  failures: number;
  lastHeard: number;
  /** Whether a break has begun: unless a stream opens, the connection becomes `lost`. */
  isBreaking: boolean;
  connection: Connection;
  /** The last id that a stream or a probe was given. */
  lastId: number;
}

export type StreamEvent =
  | { type: 'started'; userId: UserId; isHidden: boolean }
  | { type: 'stopped' }
  /** The browser gave this tab the lead, or took it away. */
  | { type: 'leads' }
  | { type: 'follows' }
  /** From the leader. */
  | { type: 'news'; news: News }
  /** A follower asks for the current state; without its name, the answer goes to all. */
  | { type: 'asked'; by: string | undefined }
  | { type: 'opened'; stream: number; offline: boolean }
  | { type: 'beat'; stream: number; offline: boolean }
  | { type: 'told'; stream: number; offline: boolean; event: LiveEvent }
  | { type: 'failed'; stream: number }
  /** A call got no answer, here or in a follower. */
  | { type: 'probeRequested' }
  /** The network or the person is back. */
  | { type: 'retryNow' }
  /** The page is frozen or put into the back/forward cache. */
  | { type: 'rested' }
  | { type: 'woken' }
  /** The tab went to the background, or is looked at. */
  | { type: 'hidden' }
  | { type: 'seen' }
  /** The person signed out in this tab. */
  | { type: 'signedOut' }
  | { type: 'elapsed'; timer: TimerName }
  /** The answer to who has a session, asked before reopening for the person `expected`; undefined without an answer. */
  | { type: 'sessionRead'; expected: UserId; actual: UserId | null | undefined }
  | { type: 'probed'; id: number; isAnswered: boolean };

export type TimerName = 'reopen' | 'lost' | 'silence' | 'verdict' | 'probe';

/** In milliseconds; or longer at each failure. */
export type Wait = number | { failures: number };

export type StreamEffect =
  | { do: 'join'; userId: UserId }
  | { do: 'leave' }
  | { do: 'watchPage' }
  | { do: 'unwatchPage' }
  | { do: 'openStream'; stream: number }
  | { do: 'closeStream' }
  | { do: 'startTimer'; timer: TimerName; wait: Wait }
  | { do: 'stopTimer'; timer: TimerName }
  /** News for the followers. */
  | { do: 'tell'; news: News }
  /** Questions to the leader. */
  | { do: 'ask' }
  | { do: 'askToProbe' }
  | { do: 'readSession'; expected: UserId }
  | { do: 'probe'; id: number }
  | { do: 'handle'; event: LiveEvent }
  | { do: 'forgetPresence' }
  | { do: 'announceSessionEnd' }
  | { do: 'notify' };

export interface Transition {
  state: StreamState;
  effects: readonly StreamEffect[];
}

/** Time and chance, which `reduce` gets from outside to stay pure. */
export interface Moment {
  now: number;
  /** From 0 to 1. */
  chance: number;
}

export function initialState(sharesTabs: boolean): StreamState {
  return {
    userId: null,
    sharesTabs,
    isHidden: false,
    isJoined: false,
    leads: false,
    stream: null,
    isOpen: false,
    probe: null,
    greeting: undefined,
    setAsideAt: null,
    wasRefused: false,
    failures: 0,
    lastHeard: 0,
    isBreaking: false,
    connection: 'connecting',
    lastId: 0,
  };
}
