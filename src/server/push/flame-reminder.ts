/** At 20:30 of a board's zone, members who have not played today are reminded of a flame that waits for them (decision D64). */
import { dayIn, hourIn, startOfDay } from '#shared/calendar';
import { flameOn } from '#shared/flame-rules';
import type { BoardId, UserId } from '#shared/ids';
import { kindsOfTopic } from '#shared/notices';
import { pausedDays, pauseOn } from '#shared/pause-rules';
import { flameView } from '../boards/board-header.ts';
import { type BoardRow, findBoard } from '../boards/board-store.ts';
import { pausesOf } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import type { Recording } from '../events/record.ts';
import { everyFiveMinutes, type Worker } from '../jobs/runner.ts';
import { countMembers } from '../membership/member-store.ts';
import { listTimeZones } from '../recap/recap-store.ts';
import { listPlayedWithFlame, listPlayersOn, listReminded } from './flame-reminder-store.ts';
import { listDevicesOn } from './push-store.ts';
import { queueFor } from './queueing.ts';
import { wants } from './telling.ts';

const minute = 60_000;
/** Longer after it, in milliseconds, nobody is reminded: the first log of a day that comes later is told as news. */
const lasts = 30 * minute;
/** Boards that are looked up at once. */
const some = 100;

/** Looks every few minutes for boards where it is 20:30. Devices that were reminded that evening are left out, so copies and clocks may differ. */
export function createFlameReminder(database: Recording): Worker {
  return {
    ...everyFiveMinutes,
    async run(_job, { signal }) {
      const now = Date.now();
      for (const timeZone of await listTimeZones(database.read)) if (isEvening(timeZone, now)) await remindZone(timeZone, now, signal);
      return undefined;
    },
  };

  async function remindZone(timeZone: string, now: number, signal: AbortSignal): Promise<void> {
    const evening = { timeZone, day: dayIn(timeZone, now) };
    let after = '';
    for (;;) {
      const boards = await listPlayedWithFlame(database.read, evening, after, some);
      for (const boardId of boards) {
        signal.throwIfAborted();
        await remind(boardId, now);
      }
      if (boards.length < some) return;
      after = boards.at(-1) ?? '';
    }
  }

  async function remind(boardId: BoardId, now: number): Promise<void> {
    if ((await devicesToRemind(database.read, boardId, now)).length === 0) return;
    await database.unitOfWork(async (work) => {
      // Two copies that look at once: the second finds what the first has queued.
      await database.lockBoard(work.db, boardId);
      await queueFor(work, await devicesToRemind(work.db, boardId, now), { topic: 'flame', about: boardId });
    });
  }
}

async function devicesToRemind(db: Db, boardId: BoardId, now: number) {
  const board = await findBoard(db, boardId);
  const players = board && (await playersOfFlameAtRisk(db, board, now));
  if (!players) return [];
  const devices = (await listDevicesOn(db, boardId)).filter(
    (one) => one.muted !== 1 && kindsOfTopic.flame.some((kind) => wants(one, kind)) && players.every(({ id }) => id !== one.user_id),
  );
  if (devices.length === 0) return [];
  const sessions = devices.map(({ session_id }) => session_id);
  const reminded = await listReminded(db, sessions, { boardId, since: reminderTime(board.time_zone, now) });
  return devices.filter(({ session_id }) => !reminded.includes(session_id));
}

export interface FlameReminder {
  topic: 'flame';
  boardId: BoardId;
  /** The members who have played today. */
  players: readonly { username: string }[];
  isForTwo: boolean;
}

/** Undefined before the evening, once the person has played, and while the flame needs nobody. */
export async function findFlameReminder(
  db: Db,
  { userId, boardId }: { userId: UserId; boardId: BoardId },
  now = Date.now(),
): Promise<FlameReminder | undefined> {
  const board = await findBoard(db, boardId);
  if (!board || now < reminderTime(board.time_zone, now)) return undefined;
  const players = await playersOfFlameAtRisk(db, board, now);
  if (!players || players.some(({ id }) => id === userId)) return undefined;
  return { topic: 'flame', boardId, players, isForTwo: (await countMembers(db, boardId)) === 2 };
}

/** Today's players on a board whose flame ends with the day, or costs a joker, unless another one plays; undefined where it is not at risk. */
async function playersOfFlameAtRisk(db: Db, board: BoardRow, now: number) {
  const day = dayIn(board.time_zone, now);
  const pauses = await pausesOf(db, board);
  const { days, isLitToday } = flameOn(flameView(board, []), day, pausedDays(pauses));
  if (days === 0 || isLitToday || pauseOn(pauses, day)) return undefined;
  const players = await listPlayersOn(db, { boardId: board.id, day });
  return players.length > 0 ? players : undefined;
}

function isEvening(timeZone: string, now: number): boolean {
  const at = reminderTime(timeZone, now);
  return at <= now && now < at + lasts;
}

const quarter = 15 * minute;
const [hour, half] = [20, 2 * quarter];

/** 20:30 of the day that it is in a zone, also on a day that clocks are changed on. */
export function reminderTime(timeZone: string, now: number): number {
  let at = startOfDay(timeZone, dayIn(timeZone, now)) + hour * 60 * minute + half;
  const isLate = (time: number) => hourIn(timeZone, time - half) >= hour;
  while (!isLate(at)) at += quarter;
  while (isLate(at - quarter)) at -= quarter;
  return at;
}
