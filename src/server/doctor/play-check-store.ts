/** What a board plays for, counted anew: places of closed seasons, and proposals that contradict themselves. */
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import type { BoardId, UserId } from '#shared/ids';
import { canPause, type Pause, pauseOn } from '#shared/pause-rules';
import { isWon, isDay, placesOf } from '#shared/season-rules';
import { pausesOfAll } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';

/** Seasons that are not what their activities make them. */
export async function wrongSeasons(db: Db): Promise<{ id: string; what: string }[]> {
  const seasons = await db
    .selectFrom('season')
    .innerJoin('board', 'board.id', 'season.board_id')
    .selectAll('season')
    .select('board.play_revision')
    .execute();
  const pauses = await pausesOfAll(
    db,
    seasons.map(({ board_id: id, play_revision }) => ({ id, play_revision })),
  );
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
    if (at === null || revision === null || zone === null) {
      if (!awaited.has(season.board_id)) say('rien ne la clora');
      if (own.length > 0 || season.paid_at !== null || !(at === null && revision === null && zone === null)) say('close à moitié');
      continue;
    }
    if (at < startOfDay(zone, daysAfter(season.last_day, 1))) say('close avant sa fin');
    if (season.paid_at !== null && season.paid_at < at) say('réglée avant sa fin');
    const placed = placesOf(own.map((place) => ({ ...place, userId: place.position })));
    const isInOrder = placed.every(({ position, place, rank }, index) => position === index + 1 && place === rank);
    if (!isInOrder) say('ses places ne sont pas dans leur ordre');
    if ((season.won === 1) !== (season.stake_sealed !== null && isWon(season, placed)))
      say("son enjeu est gagné sans l'être, ou l'inverse");
    const { sums, isChanged } = await countIn(db, {
      ...season,
      closed_revision: revision,
      time_zone: zone,
      pauses: pauses.get(season.board_id),
    });
    // What a deleted account undid is gone.
    const mayBeGone = own.some(({ user_id }) => user_id === null);
    if (isChanged !== (season.changed === 1) && !(mayBeGone && !isChanged))
      say("ce qui fut annulé depuis n'y est pas marqué, ou l'est sans raison");
    for (const { user_id, points } of own)
      if (user_id !== null && points !== (sums.get(user_id) ?? 0))
        say(`membre ${user_id} : ${points} points, somme ${sums.get(user_id) ?? 0}`);
    const early = await membersSince(db, season.board_id, startOfDay(zone, season.starts_on));
    for (const userId of new Set([...sums.keys(), ...early]))
      if (!own.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : sans place`);
  }
  return found;
}

interface Closed {
  board_id: BoardId;
  starts_on: string;
  last_day: string;
  closed_revision: number;
  time_zone: string;
  pauses: Pause[] | undefined;
}

/** What everybody had scored in a season when it was closed, and whether some of it was undone since. */
async function countIn(db: Db, { board_id, starts_on, last_day, closed_revision, time_zone, pauses }: Closed) {
  const logged = await db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.user_id', 'activity.points', 'activity.logged_at', 'activity.undone_revision'])
    .where('activity.board_id', '=', board_id)
    .where('activity.logged_at', '>=', startOfDay(time_zone, starts_on))
    .where('activity.logged_at', '<', startOfDay(time_zone, daysAfter(last_day, 1)))
    .where('activity.board_revision', '<=', closed_revision)
    .where((eb) => eb.or([eb('activity.undone_revision', 'is', null), eb('activity.undone_revision', '>', closed_revision)]))
    .execute();
  const rows = logged.filter(({ logged_at }) => {
    const day = dayIn(time_zone, logged_at);
    return day >= starts_on && day <= last_day && !pauseOn(pauses, day);
  });
  const sums = new Map<UserId, number>();
  for (const { user_id, points } of rows) sums.set(user_id, (sums.get(user_id) ?? 0) + points);
  return { sums, isChanged: rows.some(({ undone_revision }) => undone_revision !== null) };
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
    .select(['agreement.board_id as agreed_on', 'agreement.kind', 'agreement.outcome', 'agreement.length'])
    .execute();
  return rows
    .filter((one) => {
      const isPossible = isDay(one.startsOn) && isDay(one.lastDay) && canPause(one) && one.play_revision > 0;
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
