import type { BoardId, NotificationId, UserId } from '#shared/ids';
import { listProposals, listProposalsBy } from '../actions/action-proposal-store.ts';
import { lockBoards } from '../boards/board-for.ts';
import { findBoard } from '../boards/board-store.ts';
import type { Db, Work } from '../database/database.ts';
import type { Recording } from '../events/record.ts';
import { deleteJob, insertJobs, type Job } from '../jobs/job-store.ts';
import { createPlaces, type Parties } from '../jobs/places.ts';
import { codeOf, type JobContext, type Log, type Worker } from '../jobs/runner.ts';
import type { Tallies } from '../metrics/tallies.ts';
import { AddressRefused } from '../outgoing/addresses.ts';
import type { Answer } from '../outgoing/calling.ts';
import { deleteLapsedDevices } from './device-store.ts';
import { compose, type Content, findContent, mostCounted, topicOf } from './composing.ts';
import { listNudgesToTell } from './nudge-store.ts';
import { answerOf } from './push-answers.ts';
import { answersWithin, type Outgoing, type PushService } from './push-service.ts';
import {
  deleteDeviceAt,
  deletePushes,
  deletePushesGatheredIn,
  deletePushToEnded,
  findReceiver,
  gatherPushes,
  listReceivers,
  listWaiting,
  markSent,
  releasePushes,
  saveTold,
  type Waiting,
} from './push-store.ts';
import { queueFor, queueTelling } from './queueing.ts';
import { quietUntil } from './quiet-hours.ts';
import { nightLasts, tellsAt, wants } from './telling.ts';

const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
const day = 24 * hour;
/** Pushes on their way at once: neither one person's devices nor one push service keep all other pushes waiting. */
const placesAtOnce = { total: 64, perOwner: 4, perHost: 48 };
/** The most that one push tells of: thousands that wait for one device must not make a long transaction. The rest follows in the next push. */
const gatheredAtMost = 100;
/** Waits of a push that nobody took, from its turn on for `triedFor`. */
const waits = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour] as const;
const triedFor = day;

/** A push service did not take a push, and may take it later. */
class NotTaken extends Error {
  readonly code: string;
  readonly retryAfter: number;
  constructor(code: string, retryAfter = 0) {
    super('a push was not taken');
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Nobody took a push in all its time. */
class GivenUp extends Error {
  readonly code: string;
  constructor(failure: unknown) {
    super('a push was given up');
    this.code = codeOf(failure);
  }
}

interface Ready {
  push: Waiting;
  contents: [Content, ...Content[]];
}

interface Proposed {
  topic: 'proposal' | 'proposal_answer';
  boardId: BoardId;
}

/** `open`: the proposals that waited for an answer when the push left. */
interface Told extends Proposed {
  open: readonly string[];
}

/** The proposals of others on a board, or those of the person, that wait for an answer. */
async function listOpen(db: Db, userId: UserId, { topic, boardId }: Proposed): Promise<string[]> {
  const all = topic === 'proposal' ? await listProposals(db, boardId, mostCounted) : await listProposalsBy(db, { boardId, userId });
  return all.filter(({ proposed_by }) => topic === 'proposal_answer' || proposed_by !== userId).map(({ id }) => id);
}

interface Options {
  database: Recording;
  service: PushService;
  origin: string;
  tallies: Pick<Tallies, 'pushes' | 'pushAnswers'>;
}

/** Hands pushes over to their push services. What each says is read when it is sent. */
export function createDeliverer({ database, service, origin, tallies }: Options): Worker {
  let log: Log | undefined;
  const places = createPlaces(placesAtOnce);

  /**
   * Puts everything that this device may be told by now into one push. Where there is nothing, it returns undefined, and the same commit deletes the job
   * or gives it another turn: a push that is released then does not meet a job that is about to be deleted.
   */
  function prepare(job: Job, { putOff }: JobContext): Promise<Ready | undefined> {
    const id = job.subject as NotificationId;
    return database.unitOfWork(async (work) => {
      const { db } = work;
      const nothing = async (): Promise<undefined> => void (await deleteJob(db, job));
      const until = async (due: number): Promise<undefined> => void (await putOff(work, due));
      const userId = await findReceiver(db, id);
      if (userId === undefined) return await nothing();
      // Two pushes of one device are not prepared at once: each would gather the other.
      await database.lockPeople(db, [userId]);
      if ((await deleteLapsedDevices(db, id)) > 0) return await nothing();
      const waiting = await listWaiting(db, id, gatheredAtMost);
      const push = waiting.find((one) => one.id === id);
      if (!push) {
        await deletePushToEnded(db, id);
        return await nothing();
      }
      const now = Date.now();
      const quiet = quietUntil(push, now);
      if (quiet > now) return await until(quiet);
      const contents: Content[] = [];
      const [gathered, past]: [NotificationId[], NotificationId[]] = [[], []];
      /** What an attempt that failed had gathered in this push, and when each may be told. */
      const held = new Map<NotificationId, number>();
      let putOffUntil: number | undefined;
      for (const one of waiting) {
        const content = await findContent(db, one, (kind) => wants(one, kind));
        const tells = content && 'wait' in content ? tellsAt({ ...one, ...content.wait }, now) : now;
        if (content && one.gathered_in === id) held.set(one.id, tells);
        if (!content) past.push(one.id);
        else if (tells <= now) {
          contents.push(content);
          gathered.push(one.id);
        } else if (one.id === id) putOffUntil = tells;
      }
      const goesOut = gathered.includes(id);
      await release(work, new Map([...held].filter(([one]) => !goesOut || !gathered.includes(one))));
      await deletePushes(
        db,
        past.filter((one) => one !== id),
      );
      if (putOffUntil !== undefined) return await until(putOffUntil);
      const [first, ...others] = contents;
      if (!first || !goesOut) {
        await deletePushes(db, [id]);
        return await nothing();
      }
      await gatherPushes(
        db,
        id,
        gathered.filter((one) => one !== id),
      );
      return { push, contents: [first, ...others] };
    });
  }

  /** Each goes out on its own again: what held them together does not go out now. */
  async function release(work: Work, dues: ReadonlyMap<NotificationId, number>): Promise<void> {
    if (dues.size === 0) return;
    await releasePushes(work.db, [...dues.keys()]);
    // A push whose turn has not come yet still has its job.
    await insertJobs(
      work.db,
      'push',
      Array.from(dues, ([subject, due]) => ({ subject, due })),
    );
    work.record({ type: 'job_added', kind: 'push' });
  }

  /** Hands a message over, and notes how its push service answers. */
  async function send(push: Waiting, outgoing: Outgoing, signal: AbortSignal): Promise<Answer> {
    const { host } = partiesOf(push);
    const begun = performance.now();
    let hasAnswered = false;
    try {
      const answer = await service.send(push, outgoing, signal);
      hasAnswered = true;
      return answer;
    } finally {
      places.called(host, { hasAnswered, after: performance.now() - begun });
    }
  }

  async function hand({ push, contents }: Ready, signal: AbortSignal): Promise<void> {
    const message = await compose(database.read, { id: push.id, origin, userId: push.user_id, contents });
    const isUrgent = contents.some(({ kind }) => kind === 'requests');
    const outgoing = {
      topic: topicOf(contents),
      urgency: isUrgent ? 'high' : 'normal',
      lasts: day / second,
      payload: JSON.stringify(message),
    } as const;
    const proposed = contents.flatMap((content) =>
      content.topic === 'proposal' || content.topic === 'proposal_answer' ? [{ topic: content.topic, boardId: content.boardId }] : [],
    );
    const told: Told[] = [];
    for (const one of proposed) told.push({ ...one, open: await listOpen(database.read, push.user_id, one) });
    const answer = await send(push, outgoing, signal).catch((failure: unknown) => {
      if (failure instanceof AddressRefused) return undefined;
      if (!signal.aborted) tallies.pushAnswers.none += 1;
      throw failure;
    });
    if (!answer) return await forgetDevice(push, 'refused', 'address_refused');
    const { status, retryAfter } = answer;
    tallies.pushAnswers[answerOf(status)] += 1;
    if (status >= 200 && status < 300) {
      tallies.pushes.sent += 1;
      await database.unitOfWork((work) => saySent(work, push, contents, told));
    } else if (status === 404 || status === 410) {
      await forgetDevice(push, 'gone', `HTTP_${status}`);
    } else if (status === 413) {
      // A fault of ours: no further attempt could succeed.
      tallies.pushes.given_up += 1;
      log?.error({ code: 'HTTP_413' }, 'a push was too long');
      await database.unitOfWork(({ db }) => deletePushesGatheredIn(db, push.id));
    } else throw new NotTaken(`HTTP_${status}`, retryAfter);
  }

  async function saySent(work: Work, push: Waiting, contents: readonly Content[], proposed: readonly Told[]): Promise<void> {
    const { db } = work;
    const { id, session_id: sessionId, user_id } = push;
    const news = contents.flatMap((content) => (content.topic === 'news' ? [content] : []));
    const nudged = contents.flatMap((content) => (content.topic === 'nudge' ? [content] : []));
    await lockBoards(
      { database },
      db,
      [...news, ...nudged, ...proposed].map(({ boardId }) => boardId),
    );
    await database.lockPeople(db, [user_id]);
    if (!(await markSent(db, id))) return;
    for (const { boardId, revision } of news) {
      const board = await findBoard(db, boardId);
      if (!board) continue;
      await saveTold(db, { sessionId, boardId, revision, firstAfter: Date.now() - nightLasts });
      // What happened while it was on its way found it waiting, and left it at that.
      if (board.revision > revision) await queueTelling(work, [boardId]);
    }
    for (const { boardId, nudges, from } of nudged) {
      const now = await listNudgesToTell(db, { userId: user_id, boardId, from });
      if (now.some((one) => nudges.every((told) => told.id !== one.id))) await queueFor(work, [push], { topic: 'nudge', about: boardId });
    }
    for (const { topic, boardId, open: before } of proposed) {
      const now = await listOpen(db, user_id, { topic, boardId });
      // One that was made, or answered, since.
      const [more, fewer] = topic === 'proposal' ? [now, before] : [before, now];
      if (more.some((one) => !fewer.includes(one))) await queueFor(work, [push], { topic, about: boardId });
    }
  }

  /** Unless it has subscribed anew while the push was on its way: there it is tried next. */
  async function forgetDevice({ endpoint_hash }: Waiting, outcome: 'gone' | 'refused', code: string): Promise<void> {
    if (!(await database.unitOfWork(({ db }) => deleteDeviceAt(db, endpoint_hash)))) throw new NotTaken(code);
    tallies.pushes[outcome] += 1;
  }

  return {
    start: (to) => void (log = to),
    async run(job, context) {
      const { signal } = context;
      const ready = await prepare(job, context);
      if (!ready) return undefined;
      try {
        await hand(ready, signal);
      } catch (failure) {
        if (signal.aborted || database.classify(failure)) throw failure;
        const isLast = Date.now() >= job.created_at + triedFor;
        tallies.pushes[isLast ? 'given_up' : 'postponed'] += 1;
        if (!isLast) throw failure;
        // What is tried no more must not keep later news waiting.
        await database.unitOfWork(({ db }) => deletePushesGatheredIn(db, ready.push.id));
        throw new GivenUp(failure);
      }
      return undefined;
    },
    longestRun: answersWithin + 20 * second,
    waits,
    waitAfter(failure, { attempts, created_at }) {
      const usual = waits[attempts] ?? hour;
      const wanted = failure instanceof NotTaken ? Math.max(failure.retryAfter, usual) : usual;
      // Once more at the end of its time, however long the push service asks to wait.
      return Math.min(wanted, Math.max(created_at + triedFor - Date.now(), waits[0]), triedFor);
    },
    isFinal: (failure) => failure instanceof GivenUp,
    // Only what ends the process each time comes to so many in its time.
    mostAttempts: 1000,
    putOff: day + 2 * hour,
    sharing: {
      places,
      // The subject of each job is a push.
      async partiesOf(db, subjects) {
        const receivers = await listReceivers(db, subjects as readonly NotificationId[]);
        return new Map(receivers.map((one) => [one.id, partiesOf(one)]));
      },
    },
    patience: second,
  };
}

function partiesOf({ user_id, endpoint }: Pick<Waiting, 'user_id' | 'endpoint'>): Parties {
  return { owner: user_id, host: URL.canParse(endpoint) ? new URL(endpoint).origin : '' };
}
