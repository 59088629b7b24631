/** What the lists of calls of P12 have in common: how a call is written down, and who makes it. */
import { randomBytes } from 'node:crypto';
import type { EndpointKey } from '#shared/api';
import { newActivityId, Person } from '../tests/people.ts';
import type { HeavyAccount } from './large-accounts.ts';

export interface Input {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** In place of a body, as it is. */
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

type Key = EndpointKey | 'GET /api/docs/js/scalar.js' | 'GET /api/openapi.json' | 'GET /';
/** Made before the call, and not counted. */
type MadeInput = () => Input | Promise<Input>;
/** A session, as a `Cookie` header. */
type Caller = Pick<HeavyAccount['heavy'], 'cookie'>;

export interface Call {
  key: Key;
  what: string;
  cookie: string;
  input: MadeInput;
  /** What cannot be repeated is made once. */
  once?: true;
  /** The call is there to be refused. */
  refused?: true;
}

export type Tools = ReturnType<typeof toolsFor>;

/** The heavy account makes each call for which no other caller is named. */
export function toolsFor(origin: string, account: HeavyAccount) {
  const { heavy, other, newcomer, fullest } = account;
  const full = { boardId: fullest };
  const caller = ({ cookie }: Caller, username = ''): Person => Object.assign(new Person({ origin }, username), { cookie });
  const person = caller(heavy, heavy.username);
  const opened = (boardId: string) => person.does('GET /api/boards/:boardId', { params: { boardId } });
  const actionOf = async (boardId: string) => ({ boardId, actionId: (await opened(boardId)).actions[0]?.id ?? 'none' });

  let turn = 0;
  const call = (key: Key, input: MadeInput | Input = {}, note = '', { cookie }: Caller = heavy): Call => ({
    key,
    what: note === '' ? key : `${key}, ${note}`,
    cookie,
    input: typeof input === 'function' ? input : () => input,
  });

  return {
    ...account,
    full,
    person,
    others: { other: caller(other, other.username), newcomer: caller(newcomer, newcomer.username) },
    caller,
    opened,
    actionOf,
    /** Logs an action on the fullest board; the id of the activity. */
    loggedBy: async (someone: Person) => {
      const id = newActivityId();
      await someone.does('POST /api/boards/:boardId/activities', {
        params: full,
        body: { id, actionId: (await actionOf(fullest)).actionId },
      });
      return id;
    },
    /** What is there already changes nothing: each time something else. */
    next: <T>(choices: readonly T[]): T | undefined => choices[++turn % choices.length],
    word: () => randomBytes(8).toString('hex'),
    call,
    visit: (key: Key, input?: MadeInput | Input) => call(key, input, '', { cookie: '' }),
    once: (...given: Parameters<typeof call>): Call => ({ ...call(...given), once: true }),
    onFull: (key: EndpointKey, rest: Input = {}): Call => call(key, { params: full, ...rest }),
  };
}
