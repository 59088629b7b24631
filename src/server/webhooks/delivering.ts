import type { WebhookDeliveryId } from '#shared/ids';
import type { WebhookAnswer } from '#shared/webhooks';
import { boardToChange } from '../boards/board-for.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable, Unreadable } from '../encryption/readable.ts';
import type { Recording } from '../events/record.ts';
import { isJob, type Job } from '../jobs/job-store.ts';
import { createPlaces, type Parties } from '../jobs/places.ts';
import type { Worker } from '../jobs/runner.ts';
import { AddressRefused } from '../outgoing/addresses.ts';
import type { Answer, Call, Caller } from '../outgoing/calling.ts';
import { compose, type Message } from './composing.ts';
import { readOldSecrets, readRequest, readSecret } from './requests.ts';
import { fill } from './shaping.ts';
import { signatures } from './signing.ts';
import { deleteDelivery, listWaiting, markHooked, saveAnswer, saveOff, type Waiting } from './webhook-store.ts';

const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** In milliseconds, for the whole of a call. */
export const webhookAnswersWithin = 10 * second;
/** Calls on their way at once: neither one person, of however many boards, nor one host keeps all others waiting. */
const placesAtOnce = { total: 64, perOwner: 8, perHost: 16 };
/** Until the next attempt: those of Standard Webhooks. */
export const webhookWaits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const;
/** Each wait is longer by up to this part of it, so that what failed together does not come back together. */
const jitter = 0.1;
const longestWait = 27 * hour;

/** A host did not take it, and may take it later. */
class NotTaken extends Error {
  readonly code: string;
  readonly retryAfter: number;
  readonly isLast: boolean;
  constructor(code: string, { retryAfter = 0, isLast }: { retryAfter?: number | undefined; isLast: boolean }) {
    super('a webhook was not told');
    this.code = code;
    this.retryAfter = retryAfter;
    this.isLast = isLast;
  }
}

interface Options {
  database: Recording;
  boardKeys: BoardKeys;
  caller: Caller;
}

/** Tells webhooks what happened on their boards. What each is told is read when it is sent. */
export function createWebhookDeliverer({ database, boardKeys, caller }: Options): Worker {
  const places = createPlaces(placesAtOnce);

  async function find(id: WebhookDeliveryId): Promise<Waiting | undefined> {
    return (await listWaiting(database.read, [id]))[0];
  }

  /** What is to be sent; undefined where there is nothing to tell any more, which nobody has to wait for. Throws {@link Unreadable}. */
  async function prepare(waiting: Waiting): Promise<Call | undefined> {
    const { id, board_id: boardId, type, about, created_at: at } = waiting;
    return await database.snapshot(async (db) => {
      const message = await compose(db, boardKeys, { boardId, type, about, at });
      return message && callOf(id, waiting, message, await boardKeys.of(db, boardId));
    });
  }

  /** Answers with what came of it, in the words of the log, and how long it asks to wait. */
  async function send(call: Call, signal: AbortSignal): Promise<Answer | { failure: WebhookAnswer }> {
    const begun = performance.now();
    let hasAnswered = false;
    try {
      const answer = await caller.call(call, signal);
      hasAnswered = true;
      return answer;
    } catch (failure) {
      if (signal.aborted) throw failure;
      return { failure: failureOf(failure) };
    } finally {
      places.called(call.url.origin, { hasAnswered, after: performance.now() - begun });
    }
  }

  async function note(id: WebhookDeliveryId, state: 'delivered' | 'failed', answer: WebhookAnswer): Promise<void> {
    await database.unitOfWork(({ db }) => saveAnswer(db, id, { state, answer, at: Date.now() }));
  }

  async function noteFailure(
    id: WebhookDeliveryId,
    job: Job,
    { answer, isLast }: { answer: WebhookAnswer; isLast: boolean },
  ): Promise<void> {
    await database.unitOfWork(async ({ db }) => {
      // Asked to be sent again meanwhile: another job has all attempts before it.
      const isOver = isLast && (await isJob(db, job.id));
      await saveAnswer(db, id, { state: isOver ? 'failed' : 'waiting', answer, at: Date.now() });
    });
  }

  async function switchOff({ id, board_id, webhookId }: Waiting): Promise<void> {
    await database.unitOfWork(async ({ db }) => {
      await boardToChange({ database }, db, board_id);
      await saveAnswer(db, id, { state: 'failed', answer: '410', at: Date.now() });
      await saveOff(db, webhookId, 'gone');
      await markHooked(db, board_id);
    });
  }

  async function deliver(job: Job, waiting: Waiting, signal: AbortSignal): Promise<void> {
    const { id } = waiting;
    const isLast = job.attempts >= webhookWaits.length;
    const fails = async (answer: WebhookAnswer, retryAfter?: number): Promise<never> => {
      await noteFailure(id, job, { answer, isLast });
      throw new NotTaken(answer, { retryAfter, isLast });
    };
    let call: Call | undefined;
    try {
      call = await prepare(waiting);
    } catch (failure) {
      if (!(failure instanceof Unreadable)) throw failure;
      return await fails('unreadable');
    }
    if (!call) return await database.unitOfWork(({ db }) => deleteDelivery(db, id));
    const answer = await send(call, signal);
    if ('failure' in answer) return await fails(answer.failure);
    const { status, retryAfter } = answer;
    if (status >= 200 && status < 300) await note(id, 'delivered', String(status));
    else if (status === 410) await switchOff(waiting);
    else await fails(String(status), retryAfter);
  }

  return {
    async run(job, { signal }) {
      const waiting = await find(job.subject as WebhookDeliveryId);
      if (!waiting) return undefined;
      if (waiting.off === null) await deliver(job, waiting, signal);
      else await note(waiting.id, 'failed', 'switched_off');
      return undefined;
    },
    longestRun: webhookAnswersWithin + 20 * second,
    waits: webhookWaits,
    waitAfter(failure, { attempts }) {
      const usual = (webhookWaits[attempts] ?? 24 * hour) * (1 + jitter * Math.random());
      const wanted = failure instanceof NotTaken ? Math.max(failure.retryAfter, usual) : usual;
      return Math.ceil(Math.min(wanted, longestWait));
    },
    isFinal: (failure) => failure instanceof NotTaken && failure.isLast,
    // Only what ends the process each time comes to so many in its time.
    mostAttempts: 1000,
    putOff: longestWait,
    sharing: {
      places,
      // The subject of each job is a delivery.
      async partiesOf(db, subjects) {
        const all = await listWaiting(db, subjects as readonly WebhookDeliveryId[]);
        const secrets = await boardKeys.ofAll(db, [...new Set(all.map(({ board_id }) => board_id))]);
        return new Map(all.map((one) => [one.id, partiesOf(one, secrets.get(one.board_id))]));
      },
    },
    patience: second,
  };
}

function partiesOf(waiting: Waiting, secrets: BoardSecrets | undefined): Parties {
  const url = secrets && decryptable(() => requestOf(waiting, secrets).url);
  return { owner: waiting.administrator, host: url === undefined ? '' : new URL(url).origin };
}

function requestOf({ webhookId: id, request_sealed }: Waiting, secrets: BoardSecrets) {
  return readRequest({ id, request_sealed }, secrets);
}

const userAgent = { 'user-agent': 'OU-LA-LA' };

function callOf(id: WebhookDeliveryId, waiting: Waiting, { signed: body, words }: Message, secrets: BoardSecrets): Call {
  const { url, shaped } = requestOf(waiting, secrets);
  if (shaped) {
    const { method, contentType, headers } = shaped;
    const own = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const filled = fill(shaped.body, contentType, words);
    return { url: new URL(url), method, headers: { ...userAgent, ...own, 'content-type': typeOf(contentType) }, body: filled };
  }
  const timestamp = Math.floor(Date.now() / second);
  const headers = {
    ...userAgent,
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(secretsOf(waiting, secrets), { id, timestamp, body }),
  };
  return { url: new URL(url), method: 'POST', headers, body };
}

function typeOf(contentType: string): string {
  return contentType === 'text/plain' ? `${contentType}; charset=utf-8` : contentType;
}

/** The secret, and those that it was a day ago. */
function secretsOf(waiting: Waiting, secrets: BoardSecrets): string[] {
  const row = { ...waiting, id: waiting.webhookId };
  return [readSecret(row, secrets), ...readOldSecrets(row, secrets, Date.now()).map(({ secret }) => secret)];
}

function failureOf(failure: unknown): WebhookAnswer {
  if (failure instanceof AddressRefused) return 'address_refused';
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED'].includes(code) ? 'name_unknown' : 'no_answer';
}
