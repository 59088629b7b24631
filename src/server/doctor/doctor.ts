import { defaultTimeZone, timeZoneNamed } from '#shared/calendar';
import type { Flame } from '#shared/flame-rules';
import type { BoardId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import { flameView } from '../boards/board-header.ts';
import { pausesOf } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { decryptable } from '../encryption/readable.ts';
import { areEqual, countFlame, isAsSealed, lastDayOf, litDaysAfter } from '../leaderboard/flame-store.ts';
import { daysOfActivities, listDays, type MemberDay, withStreaks } from '../leaderboard/member-day-store.ts';
import { wrongAchievements } from './achievements-check.ts';
import { describedTables } from './columns-store.ts';
import {
  forgottenLeftovers,
  listBoardsWithDays,
  unknownAuthors,
  userCounters,
  wereLoggedBefore,
  wrongScores,
  wrongSums,
  wrongTotals,
} from './doctor-store.ts';
import { failingJobs, impossibleRecapWeeks, revivedBoards, sharedRevisions } from './fit-store.ts';
import { wrongSeasons } from './play-check-store.ts';
import { wrongRows } from './rules-store.ts';
import { type SealedTable, sealedTables } from './sealed-store.ts';
import { noId } from '../ids/ids.ts';

type Examined = Pick<Deps, 'database' | 'boardKeys'>;

/**
 * Recomputes every stored sum, opens every sealed text and asks of each column what `columns-store.ts` says of it. One French line for
 * each thing that is wrong; ids, never titles. In a copy, recurring work that failed says nothing about the data, and is left out.
 */
export async function examine({ database, boardKeys }: Examined, { ofCopy = false } = {}): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const damage of await database.check()) found.push(`fichier : ${damage}`);
    // All of it as it was at one moment: a server may be at work meanwhile, and sums must be those of the activities beside them.
    const lines = database.longSnapshot((db) => lookThrough(db, { database, boardKeys }, ofCopy), { asLongAsItTakes: true });
    for await (const line of lines) found.push(line);
  } catch (failure) {
    // Rows beyond a damaged page cannot be examined.
    const damage = database.classify(failure);
    if (damage?.kind !== 'corrupt') throw failure;
    found.push(`fichier : ${damage.message} (${damage.code})`);
  }
  return found;
}

async function* lookThrough(db: Db, { database, boardKeys }: Examined, ofCopy: boolean): AsyncGenerator<string> {
  const parts: Record<string, Part> = {
    ...Object.fromEntries(Object.entries(describedTables).map(([table, described]) => [table, () => wrongRows(db, table, described)])),
    sommes: () => wrongSumsOf(db),
    jours: () => wrongDaysOf(db, { database, boardKeys }),
    saisons: async () => (await wrongSeasons(db)).map(({ id, what }) => `saison ${id} : ${what}`),
    restes: () => misfits(db, ofCopy),
    ...Object.fromEntries(sealedTables.map((sealed, place) => [`textes ${place + 1}`, () => unreadableIn(sealed, db, boardKeys)])),
  };
  for (const [part, examined] of Object.entries(parts)) yield* untilItFails(database, part, examined);
}

type Part = () => AsyncIterable<string> | Promise<string[]>;

/** What was altered by hand may be nothing that can be counted with: then this part is named, and the others are examined all the same. */
async function* untilItFails({ classify }: Pick<Deps['database'], 'classify'>, part: string, examined: Part): AsyncGenerator<string> {
  try {
    yield* await examined();
  } catch (failure) {
    if (classify(failure)) throw failure;
    yield `${part} : examen interrompu (${failure instanceof Error ? failure.name : 'inconnu'})`;
  }
}

/** Sums that are kept, beside the rows that they are of. */
async function* wrongSumsOf(db: Db): AsyncGenerator<string> {
  for (const { id, stored, summed } of await wrongTotals(db)) yield `tableau ${id} : total ${stored}, somme ${summed}`;
  for (const { board_id, user_id, stored, summed, stored_count, counted, ...share } of await wrongScores(db)) {
    yield `tableau ${board_id}, membre ${user_id} : score ${stored}, somme ${summed} ; actions ${stored_count}, compte ${counted}`;
    if (share.gained !== share.gained_summed || share.losses !== share.losses_counted)
      yield `tableau ${board_id}, membre ${user_id} : ${inWords(share)} ; somme +${share.gained_summed}, pertes ${share.losses_counted}`;
  }
  for (const { id, gained_summed, losses_summed, ...sums } of await wrongSums(db))
    yield `personne ${id} : ${inWords(sums)} ; somme +${gained_summed}, pertes ${losses_summed}`;
  for (const { userId, what } of await wrongAchievements(db)) yield `personne ${userId}, succès ${what}`;
  for (const user of await userCounters(db)) {
    if (user.points !== Number(user.points_summed)) yield `personne ${user.id} : points ${user.points}, somme ${user.points_summed}`;
    if (user.actions_count !== user.actions_counted)
      yield `personne ${user.id} : actions ${user.actions_count}, compte ${user.actions_counted}`;
    if (user.boards_count !== user.boards_counted)
      yield `personne ${user.id} : tableaux ${user.boards_count}, compte ${user.boards_counted}`;
  }
}

/** The days and the flame of each board. */
async function* wrongDaysOf(db: Db, { database, boardKeys }: Examined): AsyncGenerator<string> {
  for (const board of await listBoardsWithDays(db))
    yield* untilItFails(database, `tableau ${board.id}`, () => wrongDaysOn(db, board, boardKeys));
}

async function* wrongDaysOn(
  db: Db,
  board: Awaited<ReturnType<typeof listBoardsWithDays>>[number],
  boardKeys: Deps['boardKeys'],
): AsyncGenerator<string> {
  if (timeZoneNamed(board.time_zone) === undefined)
    yield `tableau ${board.id} : fuseau horaire inconnu ici (${board.time_zone}), ses jours sont ceux de ${defaultTimeZone}`;
  yield* await wrongDays(db, board);
  const pauses = await pausesOf(db, board);
  const kept = flameView(board, []);
  const counted = await countFlame(db, { boardId: board.id, until: lastDayOf(board), keptRecord: board.kept_record, pauses });
  if (!areEqual(kept, counted) && !(await wasLitAhead(db, { ...board, pauses }, kept)))
    yield `tableau ${board.id} : série ${flameInWords(kept)}, compte ${flameInWords(counted)}`;
  const secrets = board.kept_record_seal === null ? undefined : (await boardKeys.ofAll(db, [board.id])).get(board.id);
  if (!isAsSealed(board, secrets))
    yield `tableau ${board.id} : le record gardé de sa série (${board.kept_record}) n'est pas celui qui fut scellé`;
}

/** What no sum and no rule of a column says. */
async function* misfits(db: Db, ofCopy: boolean): AsyncGenerator<string> {
  for (const { board_id, user_id } of await unknownAuthors(db)) yield `tableau ${board_id}, auteur ${user_id} : sans score`;
  for (const id of await forgottenLeftovers(db)) yield `${id} : supprimé, mais pas effacé`;
  for (const id of await revivedBoards(db)) yield `tableau ${id} : porte l'identifiant d'un tableau supprimé`;
  for (const { kind, attempts, last_failure, due } of ofCopy ? [] : await failingJobs(db))
    yield `tâche ${kind} : ${attempts} échecs de suite (${last_failure ?? 'interrompue'}), prochain essai le ${new Date(due).toISOString()}`;
  for (const { table, id, week } of await impossibleRecapWeeks(db, Date.now()))
    yield `${describedTables[table].name} ${id} : pas de récap pour cette semaine (${week})`;
  for (const id of await sharedRevisions(db)) yield `tableau ${id} : une révision porte plusieurs activités`;
}

const inWords = ({ gained, losses }: { gained: number; losses: number }) => `+${gained}, pertes ${losses}`;

/** Whether the days that differ were lit while the clock was ahead: the flame has counted without them since, or has not been lit anew. */
async function wasLitAhead(
  db: Db,
  board: Awaited<ReturnType<typeof listBoardsWithDays>>[number] & { pauses: readonly Pause[] },
  kept: Flame,
): Promise<boolean> {
  const { id: boardId, kept_record: keptRecord, pauses } = board;
  const [day, until] = [kept.litOn ?? '', lastDayOf(board)];
  if (!areEqual(kept, await countFlame(db, { boardId, until: day, keptRecord, pauses }))) return false;
  const missed = (await litDaysAfter(db, { boardId, day, until })).map((one) => one.day);
  return missed.length === 0 ? day > until : await wereLoggedBefore(db, board, missed);
}

function flameInWords({ litOn, days, jokers, record, jokerUsedOn }: Flame): string {
  const until = litOn === null ? '' : ` (jusqu'au ${litOn})`;
  const used = jokerUsedOn === null ? '' : ` (le dernier joué le ${jokerUsedOn})`;
  return `${days} jours${until}, jokers ${jokers}${used}, record ${record}`;
}

async function wrongDays(db: Db, { id, time_zone }: { id: BoardId; time_zone: string }): Promise<string[]> {
  const dayInWords = ({ gained, lost, actions, streak }: Omit<MemberDay, 'day'>) =>
    `+${gained} −${lost}, actions ${actions}, ${streak} d'affilée`;
  const byDay = (days: readonly MemberDay[]) => new Map(days.map((one) => [`membre ${one.user_id}, jour ${one.day}`, dayInWords(one)]));
  const stored = byDay(await listDays(db, id));
  const summed = byDay(withStreaks(await daysOfActivities(db, id, time_zone)));
  const nothing = dayInWords({ board_id: id, user_id: noId, gained: 0, lost: 0, actions: 0, streak: 0 });
  return [...new Set([...stored.keys(), ...summed.keys()])]
    .filter((key) => stored.get(key) !== summed.get(key))
    .map((key) => `tableau ${id}, ${key} : ${stored.get(key) ?? nothing}, somme ${summed.get(key) ?? nothing}`);
}

const columns: Record<string, string> = { title: 'titre', category: 'catégorie', note: 'mot', stake: 'enjeu', facts: 'contenu' };

async function unreadableIn({ table, page }: SealedTable, db: Db, boardKeys: Deps['boardKeys']): Promise<string[]> {
  const found: string[] = [];
  let after = noId;
  for (let rows = await page(db, after); rows.length > 0; rows = await page(db, after)) {
    const secrets = await boardKeys.ofAll(db, [...new Set(rows.flatMap(({ boardId }) => boardId ?? []))]);
    for (const { id, boardId, texts } of rows) {
      after = id as never;
      if (boardId === null) continue;
      for (const [column, text] of Object.entries(texts)) {
        const isReadable = decryptable(() => secrets.get(boardId)?.decrypt(text, table, column, id)) !== undefined;
        if (!isReadable) found.push(`${describedTables[table].name} ${id} : ${columns[column] ?? column} illisible avec cette clé`);
      }
    }
  }
  return found;
}
