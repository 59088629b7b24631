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
import {
  boardsWithoutAdministrator,
  forgottenLeftovers,
  listBoardsWithDays,
  unknownAuthors,
  userCounters,
  wereLoggedBefore,
  wrongScores,
  wrongSums,
  wrongTotals,
} from './doctor-store.ts';
import {
  boardsAheadOfThemselves,
  contradictoryRequests,
  failingJobs,
  impossibleRecapWeeks,
  misplacedActivities,
  misplacedFavourites,
  impossiblyNoted,
  misplacedReactions,
  orphansOfBoards,
  orphansOfPeople,
  revivedBoards,
  sharedRevisions,
  strayProposals,
  unkeyedBoards,
  unknownJobs,
} from './fit-store.ts';
import {
  boardsSeenAhead,
  impossibleNews,
  strandedPushes,
  strayDevices,
  unheardBoards,
  strayNudges,
  strayOwedLosses,
} from './push-fit-store.ts';
import { strayAgreements, wrongPauses, wrongSeasons } from './play-check-store.ts';
import { strayContests } from './contest-check-store.ts';
import { type SealedTable, sealedTables } from './sealed-store.ts';
import { noId } from '../ids/ids.ts';

type Examined = Pick<Deps, 'database' | 'boardKeys'>;

/**
 * Recomputes every stored sum, opens every sealed text and checks that ids, revisions and requests fit together. One French line for
 * each thing that is wrong; ids, never titles. In a copy, recurring work that failed says nothing about the data, and is left out.
 */
export async function examine({ database, boardKeys }: Examined, { ofCopy = false } = {}): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const damage of await database.check()) found.push(`fichier : ${damage}`);
    // All of it as it was at one moment: a server may be at work meanwhile, and sums must be those of the activities beside them.
    const lines = database.longSnapshot((db) => lookThrough(db, boardKeys, ofCopy), { asLongAsItTakes: true });
    for await (const line of lines) found.push(line);
  } catch (failure) {
    // Rows beyond a damaged page cannot be examined.
    const damage = database.classify(failure);
    if (damage?.kind !== 'corrupt') throw failure;
    found.push(`fichier : ${damage.message} (${damage.code})`);
  }
  return found;
}

async function* lookThrough(db: Db, boardKeys: Deps['boardKeys'], ofCopy: boolean): AsyncGenerator<string> {
  for (const { id, stored, summed } of await wrongTotals(db)) yield `tableau ${id} : total ${stored}, somme ${summed}`;
  for (const { board_id, user_id, stored, summed, stored_count, counted, ...share } of await wrongScores(db)) {
    yield `tableau ${board_id}, membre ${user_id} : score ${stored}, somme ${summed} ; actions ${stored_count}, compte ${counted}`;
    if (share.gained !== share.gained_summed || share.losses !== share.losses_counted)
      yield `tableau ${board_id}, membre ${user_id} : ${inWords(share)} ; somme +${share.gained_summed}, pertes ${share.losses_counted}`;
  }
  for (const { id, gained_summed, losses_summed, ...sums } of await wrongSums(db))
    yield `personne ${id} : ${inWords(sums)} ; somme +${gained_summed}, pertes ${losses_summed}`;
  for (const { userId, what } of await wrongAchievements(db)) yield `personne ${userId}, succès ${what}`;
  for (const { board_id, user_id } of await unknownAuthors(db)) yield `tableau ${board_id}, auteur ${user_id} : sans score`;
  for (const id of await forgottenLeftovers(db)) yield `${id} : supprimé, mais pas effacé`;
  for (const user of await userCounters(db)) {
    if (user.points !== Number(user.points_summed)) yield `personne ${user.id} : points ${user.points}, somme ${user.points_summed}`;
    if (user.actions_count !== user.actions_counted)
      yield `personne ${user.id} : actions ${user.actions_count}, compte ${user.actions_counted}`;
    if (user.boards_count !== user.boards_counted)
      yield `personne ${user.id} : tableaux ${user.boards_count}, compte ${user.boards_counted}`;
  }
  for (const board of await listBoardsWithDays(db)) {
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
  for (const { id } of await boardsWithoutAdministrator(db)) yield `tableau ${id} : sans administrateur`;
  for (const id of await unkeyedBoards(db)) yield `tableau ${id} : sans clé`;
  for (const id of await revivedBoards(db)) yield `tableau ${id} : porte l'identifiant d'un tableau supprimé`;
  for (const { table, id } of await orphansOfBoards(db)) yield `${names[table]} ${id} : son tableau n'existe pas`;
  for (const { table, id } of await orphansOfPeople(db)) yield `${names[table]} ${id} : nomme une personne qui n'existe pas`;
  for (const id of await unknownJobs(db)) yield `tâche ${id} : genre inconnu de cette version`;
  for (const { kind, attempts, last_failure, due } of ofCopy ? [] : await failingJobs(db))
    yield `tâche ${kind} : ${attempts} échecs de suite (${last_failure ?? 'interrompue'}), prochain essai le ${new Date(due).toISOString()}`;
  for (const { table, id, week } of await impossibleRecapWeeks(db, Date.now()))
    yield `${names[table]} ${id} : pas de récap pour cette semaine (${week})`;
  for (const id of await boardsAheadOfThemselves(db)) yield `tableau ${id} : une partie est en avance sur sa révision`;
  for (const id of await sharedRevisions(db)) yield `tableau ${id} : une révision porte plusieurs activités`;
  for (const id of await misplacedActivities(db)) yield `activité ${id} : ses révisions ne vont pas avec son tableau`;
  for (const id of await impossiblyNoted(db)) yield `activité ${id} : notée par quelqu'un d'autre, ce qu'elle ne peut pas être`;
  for (const id of await misplacedReactions(db)) yield `activité ${id} : une réaction ne va pas avec elle`;
  for (const id of await misplacedFavourites(db)) yield `action ${id} : favorite là où elle ne peut pas l'être`;
  for (const id of await contradictoryRequests(db)) yield `demande ${id} : ses personnes ou son état se contredisent`;
  for (const id of await strayProposals(db)) yield `proposition ${id} : sa personne n'est pas membre du tableau`;
  for (const id of await unheardBoards(db)) yield `tableau ${id} : ses membres abonnés ne seraient pas prévenus`;
  for (const id of await boardsSeenAhead(db)) yield `tableau ${id} : vu ou annoncé en avance sur sa révision, ou par qui n'est pas membre`;
  for (const id of await strayDevices(db)) yield `session ${id} : son abonnement aux notifications n'est pas le sien`;
  for (const id of await strayNudges(db)) yield `relance ${id} : de ou pour qui n'est pas membre du tableau`;
  for (const id of await strayOwedLosses(db))
    yield `perte à avouer ${id} : ses personnes, ses points, son délai ou son identifiant ne vont pas`;
  for (const id of await strandedPushes(db)) yield `notification ${id} : rien ne l'enverra`;
  for (const { id, what } of await wrongSeasons(db)) yield `saison ${id} : ${what}`;
  for (const id of await strayAgreements(db)) yield `accord ${id} : ne va pas avec les membres du tableau, ou son état se contredit`;
  for (const id of await wrongPauses(db)) yield `pause ${id} : ses jours, son tableau ou son accord l'excluent`;
  for (const id of await strayContests(db))
    yield `contestation ${id} : ne va pas avec son activité ou ses membres, ou son état se contredit`;
  for (const { table, id } of await impossibleNews(db)) yield `${names[table]} ${id} : une valeur que le programme n'écrit jamais`;
  for (const sealed of sealedTables) yield* await unreadableIn(sealed, db, boardKeys);
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

const names: Record<string, string> = {
  achievement: 'succès de',
  agreement: 'accord',
  action_proposal: 'proposition',
  activity: 'activité',
  blocked_inviter: 'blocage',
  board: 'tableau',
  board_action: 'action',
  board_key: 'clé',
  board_look: 'regard sur',
  board_member: 'membre',
  board_request: 'demande',
  single_link: 'lien pour une personne',
  job: 'tâche',
  member_news: 'nouvelles de',
  notification_choice: 'choix de',
  nudge: 'relance',
  owed_loss: 'perte à avouer',
  push: 'notification',
  push_device: 'abonnement de',
  told_board: 'annonce de',
  password: 'mot de passe',
  recap_mail: 'récap par mail de',
  session: 'session',
};

const columns: Record<string, string> = { title: 'titre', category: 'catégorie', note: 'mot', stake: 'enjeu' };

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
        if (!isReadable) found.push(`${names[table]} ${id} : ${columns[column] ?? column} illisible avec cette clé`);
      }
    }
  }
  return found;
}
