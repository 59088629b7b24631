/** What a board plays for, counted anew: places of closed seasons, and proposals that contradict themselves. */
import type { Selectable } from 'kysely';
import { daysAfter, startOfDay } from '#shared/calendar';
import { clocksDiffer, latestTime } from '#shared/clock-rules';
import type { BoardId, SeasonId, UserId } from '#shared/ids';
import { isWithin, type Span } from '#shared/agreed-days';
import { canPause } from '#shared/pause-terms';
import { isWon, isDay } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** Seasons that are not what their activities make them. */
export async function wrongSeasons(db: Db): Promise<{ id: string; what: string }[]> {
  const seasons = await db
    .selectFrom('season')
    .innerJoin('board', 'board.id', 'season.board_id')
    .selectAll('season')
    .select('board.play_revision')
    .execute();
  const pauses = byBoard(await db.selectFrom('pause').select(['board_id', 'starts_at', 'ends_at', 'first_revision']).execute());
  const players = new Map<SeasonId, Player[]>();
  for (const { season_id, ...player } of await db.selectFrom('season_player').selectAll().execute())
    players.set(season_id, [...(players.get(season_id) ?? []), player]);
  const places = await db.selectFrom('season_place').selectAll().orderBy('season_id').orderBy('position').execute();
  const awaited = new Set(
    (await db.selectFrom('job').select('subject').where('kind', '=', 'settle_due').execute()).map(({ subject }) => subject),
  );
  const found: { id: string; what: string }[] = [];
  for (const season of seasons) {
    const own = places.filter(({ season_id }) => season_id === season.id);
    const { id, closed_at: at, closed_revision: revision, time_zone: zone } = season;
    const say = (what: string) => found.push({ id, what });
    if (season.last_day < season.starts_on || season.play_revision === 0) say("ses jours, ou son tableau, l'excluent");
    if (season.starts_at !== startOfDay(zone, season.starts_on) || season.ends_at !== startOfDay(zone, daysAfter(season.last_day, 1)))
      say('ses jours ne commencent ou ne finissent pas à minuit');
    const playing = players.get(id) ?? [];
    if (at === null || revision === null) {
      if (!awaited.has(season.board_id)) say('rien ne la clora');
      if (own.length > 0 || season.paid_at !== null || at !== null || revision !== null || season.first_revision === null)
        say('close à moitié');
      const { sums } = await countIn(db, { ...season, closed_revision: Number.MAX_SAFE_INTEGER, pauses: pauses.get(season.board_id) });
      for (const { user_id, points, actions } of playing) {
        const counted = sums.get(user_id) ?? { points: 0, actions: 0 };
        if (points !== counted.points || actions !== counted.actions)
          say(`membre ${user_id} : ${points} points en ${actions} fois, somme ${counted.points} en ${counted.actions}`);
      }
      const members = await db
        .selectFrom('board_member')
        .select(['user_id', 'joined_at'])
        .where('board_id', '=', season.board_id)
        .execute();
      for (const { user_id, joined_at } of members) {
        const player = playing.find((one) => one.user_id === user_id);
        if (!player) say(`membre ${user_id} : n'y joue pas`);
        else if (player.joined_late === 1 && joined_at < season.starts_at) say(`membre ${user_id} : là depuis le début, marqué en cours`);
      }
      for (const userId of sums.keys()) if (!playing.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : n'y joue pas`);
      continue;
    }
    if (playing.length > 0) say('close à moitié');
    if (at < season.ends_at) say('close avant sa fin');
    if (season.paid_at !== null && season.paid_at < at) say('réglée avant sa fin');
    const ranked = own.filter(({ place }) => place > 0);
    const isInOrder =
      own.every(({ position }, index) => position === index + 1) &&
      ranked.every((one, index) => one === own[index] && one.place === ranked.filter(({ points }) => points > one.points).length + 1);
    if (!isInOrder) say('ses places ne sont pas dans leur ordre');
    const placed = own.map(({ position, points, place }) => ({ userId: position, points, rank: place === 0 ? null : place }));
    if ((season.won === 1) !== (season.stake_sealed !== null && isWon(season, placed)))
      say("son enjeu est gagné sans l'être, ou l'inverse");
    const { sums, isChanged } = await countIn(db, { ...season, closed_revision: revision, pauses: pauses.get(season.board_id) });
    // What a deleted account undid is gone.
    const mayBeGone = own.some(({ user_id }) => user_id === null);
    if (isChanged !== (season.changed === 1) && !(mayBeGone && !isChanged))
      say("ce qui fut annulé depuis n'y est pas marqué, ou l'est sans raison");
    for (const { user_id, points, place, left_early } of own) {
      if (user_id === null) continue;
      const counted = sums.get(user_id);
      if (points !== (counted?.points ?? 0)) say(`membre ${user_id} : ${points} points, somme ${counted?.points ?? 0}`);
      // Everybody had a rank in what was closed before decision D68.
      if (season.first_revision !== null && place > 0 !== (counted !== undefined && left_early === 0))
        say(`membre ${user_id} : classé sans y avoir joué jusqu'au bout, ou l'inverse`);
    }
    // By a clock that was ahead it was closed before its days: whoever has come since seems to have been there before them.
    const early = (await wasClosedAhead(db, { ...season, at, revision })) ? [] : await membersSince(db, season.board_id, season.starts_at);
    for (const userId of new Set([...sums.keys(), ...early]))
      if (!own.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : sans place`);
  }
  return found;
}

type Player = Omit<Selectable<Tables['season_player']>, 'season_id'>;

function byBoard(rows: readonly { board_id: BoardId; starts_at: number; ends_at: number; first_revision: number }[]) {
  const pauses = new Map<BoardId, (Span & { first_revision: number })[]>();
  for (const { board_id, starts_at: startsAt, ends_at: endsAt, first_revision } of rows)
    pauses.set(board_id, [...(pauses.get(board_id) ?? []), { startsAt, endsAt, first_revision }]);
  return pauses;
}

interface Closed {
  board_id: BoardId;
  starts_at: number;
  ends_at: number;
  first_revision: number | null;
  closed_revision: number;
  pauses: readonly (Span & { first_revision: number })[] | undefined;
}

/** What everybody had scored in a season when it was closed, and whether some of it was undone since. */
async function countIn(db: Db, season: Closed) {
  const { closed_revision: closedRevision } = season;
  const logged = await db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.user_id', 'activity.points', 'activity.logged_at', 'activity.undone_revision', 'activity.board_revision'])
    .where('activity.board_id', '=', season.board_id)
    .where('activity.logged_at', '>=', season.starts_at)
    .where('activity.logged_at', '<', season.ends_at)
    .where('activity.board_revision', '>', season.first_revision ?? 0)
    .where('activity.board_revision', '<=', closedRevision)
    .where((eb) => eb.or([eb('activity.undone_revision', 'is', null), eb('activity.undone_revision', '>', closedRevision)]))
    .execute();
  const rows = logged.filter(
    ({ logged_at, board_revision }) => !season.pauses?.some((pause) => isWithin(pause, logged_at) && pause.first_revision < board_revision),
  );
  const sums = new Map<UserId, { points: number; actions: number }>();
  for (const { user_id, points } of rows) {
    const { points: sum, actions } = sums.get(user_id) ?? { points: 0, actions: 0 };
    sums.set(user_id, { points: sum + points, actions: actions + 1 });
  }
  return { sums, isChanged: rows.some(({ undone_revision }) => undone_revision !== null) };
}

/** Whether a season was closed while the clock was ahead: at a time that is still to come, or before which something was logged later. */
async function wasClosedAhead(db: Db, { board_id, at, revision }: { board_id: BoardId; at: number; revision: number }): Promise<boolean> {
  if (at > latestTime(Date.now())) return true;
  const row = await db
    .selectFrom('activity')
    .select('id')
    .where('board_id', '=', board_id)
    .where('board_revision', '>', revision)
    .where('logged_at', '<', at - clocksDiffer)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The members who were there before a moment. */
async function membersSince(db: Db, boardId: BoardId, moment: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('joined_at', '<', moment)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Proposals that wait on a board without who made them or with the yes of somebody else, and those that are settled by halves. */
export async function strayAgreements(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('agreement')
    .innerJoin('board', 'board.id', 'agreement.board_id')
    .select('agreement.id')
    .where(({ or, and, not, eb, exists, selectFrom }) => {
      const member = selectFrom('board_member').select('board_member.user_id').whereRef('board_member.board_id', '=', 'agreement.board_id');
      const yes = selectFrom('agreement_yes').select('agreement_yes.user_id').whereRef('agreement_yes.agreement_id', '=', 'agreement.id');
      return or([
        eb('board.play_revision', '=', 0),
        and([eb('agreement.outcome', 'is', null), eb('agreement.settled_at', 'is not', null)]),
        and([eb('agreement.outcome', 'is not', null), eb('agreement.settled_at', 'is', null)]),
        and([
          eb('agreement.outcome', 'is', null),
          or([
            not(exists(member.whereRef('board_member.user_id', '=', 'agreement.proposed_by'))),
            not(exists(yes.whereRef('agreement_yes.user_id', '=', 'agreement.proposed_by'))),
            exists(yes.where('agreement_yes.user_id', 'not in', member)),
          ]),
        ]),
      ]);
    })
    .execute();
  return rows.map(({ id }) => id);
}

/** Pauses that nobody can have agreed to as they are: their days, their board or what was agreed to says otherwise. */
export async function wrongPauses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('pause')
    .innerJoin('board', 'board.id', 'pause.board_id')
    .leftJoin('agreement', 'agreement.id', 'pause.id')
    .select(['pause.id', 'pause.board_id', 'pause.starts_on as startsOn', 'pause.last_day as lastDay', 'board.play_revision'])
    .select(['pause.time_zone', 'pause.starts_at', 'pause.ends_at'])
    .select(['agreement.board_id as agreed_on', 'agreement.kind', 'agreement.outcome', 'agreement.length'])
    .execute();
  return rows
    .filter((one) => {
      const isPossible =
        isDay(one.startsOn) &&
        isDay(one.lastDay) &&
        canPause(one) &&
        one.play_revision > 0 &&
        one.starts_at === startOfDay(one.time_zone, one.startsOn) &&
        one.ends_at === startOfDay(one.time_zone, daysAfter(one.lastDay, 1));
      const overlaps = rows.some(
        ({ id, board_id, startsOn, lastDay }) =>
          id !== one.id && board_id === one.board_id && startsOn <= one.lastDay && one.startsOn <= lastDay,
      );
      // What was agreed to is kept for a while.
      const isAsAgreed =
        one.kind === null ||
        (one.kind === 'pause' && one.outcome === 'agreed' && one.agreed_on === one.board_id && one.length === one.lastDay);
      return !isPossible || overlaps || !isAsAgreed;
    })
    .map(({ id }) => id);
}
