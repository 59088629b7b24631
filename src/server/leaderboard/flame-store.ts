/** The flame of a board: kept with the board as its last lit day left it, and counted from the days of its members. */
import { dayIn, daysAfter } from '#shared/calendar';
import { flameAfterAll, flameOn, litAheadAtMost, noFlame, peopleOfLitDay, type Flame, type FlameOnDay } from '#shared/flame-rules';
import type { BoardId } from '#shared/ids';
import { type Pause, pausedDays, pauseOn } from '#shared/pause-rules';
import { type FlameColumns, flameView, withPauses } from '../boards/board-header.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { pausesOf } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';

interface DayOfBoard {
  boardId: BoardId;
  day: string;
}

interface Moved extends DayOfBoard {
  /** The revision of the board, once this is done. */
  revision: number;
  /** The last lit day until now. */
  litOn: string | null;
}

/** Goes on with the flame after the first log of somebody's day, which others have logged on, too. The flame, when that lit it; the board is locked. */
export async function lightDay(db: Db, { boardId, day, revision, litOn }: Moved): Promise<Flame | undefined> {
  if (day === litOn) return undefined;
  // Where clocks differ, and of what is brought from elsewhere.
  if (litOn !== null && day < litOn)
    return (await countPeople(db, { boardId, day })) === peopleOfLitDay ? await recountFlame(db, { boardId, revision }) : undefined;
  const [before] = await flameOfBoard(db, { boardId });
  const lit = await litDaysAfter(db, { boardId, day: litOn ?? '', until: before ? lastDayOf(before) : day });
  const pauses = before ? await pausesOf(db, before) : [];
  if (pauseOn(pauses, day)) return undefined;
  const flame = flameAfterAll(
    lit.map((one) => one.day),
    pausedDays(pauses),
    before && flameView(before, []),
  );
  return await saveFlame(db, { boardId, revision, pauses }, flame);
}

/** Counts the flame anew after the last log of somebody's day was undone. The flame, when the day is lit no more. */
export async function dimDay(db: Db, { boardId, day, revision, litOn }: Moved): Promise<Flame | undefined> {
  if (litOn === null || day > litOn || (await countPeople(db, { boardId, day })) !== peopleOfLitDay - 1) return undefined;
  return await recountFlame(db, { boardId, revision });
}

/** Counts the flame anew from all days of a board, and saves it under a revision. The flame, when it is another one. */
export async function recountFlame(db: Db, { boardId, revision }: { boardId: BoardId; revision: number }): Promise<Flame | undefined> {
  const [row] = await flameOfBoard(db, { boardId });
  if (!row) return undefined;
  const pauses = await pausesOf(db, row);
  const counted = await countFlame(db, { boardId, until: lastDayOf(row), keptRecord: row.kept_record, pauses });
  return areEqual(flameView(row, []), counted) ? undefined : await saveFlame(db, { boardId, revision, pauses }, counted);
}

interface Kept {
  keptRecord: number;
  pauses: readonly Pause[];
}

/** The last day that can be lit by now. */
export function lastDayOf({ time_zone }: Pick<BoardRow, 'time_zone'>): string {
  return daysAfter(dayIn(time_zone, Date.now()), litAheadAtMost);
}

/** The flame as all days of a board until one make it, save for its record, which is not smaller than the one that was kept. */
export async function countFlame(db: Db, { boardId, until, ...kept }: Kept & { boardId: BoardId; until: string }): Promise<Flame> {
  const lit = await litDaysAfter(db, { boardId, day: '', until });
  return flameOfDays(
    lit.map(({ day }) => day),
    kept,
  );
}

function flameOfDays(lit: readonly string[], { keptRecord, pauses }: Kept): Flame {
  return flameAfterAll(lit, pausedDays(pauses), { ...noFlame, record: keptRecord });
}

/** Counts the flame anew after days went with an account; the record stays (decision D34). */
export async function recountWithoutAccount(
  db: Db,
  boardKeys: BoardKeys,
  { boardId, revision }: { boardId: BoardId; revision: number },
): Promise<void> {
  const [row] = await flameOfBoard(db, { boardId });
  if (!row) return;
  const counted = await countFlame(db, { boardId, until: lastDayOf(row), keptRecord: row.kept_record, pauses: await pausesOf(db, row) });
  // Without its key nobody could tell later whether it is true.
  const secrets = counted.record < row.flame_record ? (await boardKeys.ofAll(db, [boardId])).get(boardId) : undefined;
  if (secrets) {
    const seal = secrets.seal(String(row.flame_record), ...placeOfSeal, boardId);
    await db.updateTable('board').set({ kept_record: row.flame_record, kept_record_seal: seal }).where('id', '=', boardId).execute();
  }
  await recountFlame(db, { boardId, revision });
}

const placeOfSeal = ['board', 'kept_record'] as const;

/** Whether a kept record is the one that was sealed. */
export function isAsSealed(board: Pick<BoardRow, 'id' | 'kept_record' | 'kept_record_seal'>, secrets: BoardSecrets | undefined): boolean {
  const { id, kept_record: kept, kept_record_seal: seal } = board;
  if (seal === null) return kept === 0;
  return decryptable(() => secrets?.decrypt(seal, ...placeOfSeal, id)) === String(kept);
}

/** The flame as it was when a day began. The kept one tells it unless it was lit since. */
export async function flameAtStartOf(db: Db, board: BoardRow, day: string): Promise<FlameOnDay> {
  const kept = flameView(board, []);
  const pauses = await pausesOf(db, board);
  const paused = pausedDays(pauses);
  if ((kept.litOn ?? '') < day) return flameOn(kept, day, paused);
  const lit = (await litDaysAfter(db, { boardId: board.id, day: '', until: day })).map((one) => one.day).filter((one) => one < day);
  return flameOn(flameOfDays(lit, { keptRecord: board.kept_record, pauses }), day, paused);
}

export function areEqual(one: Flame, other: Flame): boolean {
  return (Object.keys(noFlame) as (keyof Flame)[]).every((key) => one[key] === other[key]);
}

interface Saved {
  boardId: BoardId;
  revision: number;
  /** All of the board. */
  pauses: readonly Pause[];
}

/** The flame as it is told. */
async function saveFlame(db: Db, { boardId, revision, pauses }: Saved, flame: Flame): Promise<Flame> {
  const { litOn, days, jokers, record, jokerUsedOn } = flame;
  await db
    .updateTable('board')
    .set({
      lit_on: litOn,
      flame_days: days,
      flame_jokers: jokers,
      flame_record: record,
      joker_used_on: jokerUsedOn,
      flame_revision: revision,
    })
    .where('id', '=', boardId)
    .execute();
  return withPauses(flame, pauses);
}

const flameOfBoard = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db
    .selectFrom('board')
    .select(['lit_on', 'flame_days', 'flame_jokers', 'flame_record', 'joker_used_on'] satisfies (keyof FlameColumns)[])
    .select(['id', 'time_zone', 'kept_record', 'play_revision'])
    .where('id', '=', boardId),
);

/** The lit days of a board after this one, up to another, in order. */
export const litDaysAfter = preparedQuery((db, { boardId, day, until }: DayOfBoard & { until: string }) =>
  daysOfPeople(db, boardId)
    .select('member_day.day')
    .where('member_day.day', '>', day)
    .where('member_day.day', '<=', until)
    .groupBy('member_day.day')
    .having(({ fn, lit, eb }) => eb(fn.countAll(), '>=', lit(peopleOfLitDay)))
    .orderBy('member_day.day'),
);

async function countPeople(db: Db, day: DayOfBoard): Promise<number> {
  return (await peopleOn(db, day)).length;
}

const peopleOn = preparedQuery((db, { boardId, day }: DayOfBoard) =>
  daysOfPeople(db, boardId)
    .select('member_day.user_id')
    .where('member_day.day', '=', day)
    .limit(peopleOfLitDay + 1),
);

/** The days of everybody who logged something, former members included; those of deleted accounts, which wait to be erased, left out. */
function daysOfPeople(db: Db, boardId: BoardId) {
  return db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .where('member_day.board_id', '=', boardId)
    .where('member_day.actions', '>', 0);
}
