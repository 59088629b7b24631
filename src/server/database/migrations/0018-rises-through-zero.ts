import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * A person who came back above zero by way of exactly 0 has the achievement for it from now on: until here only one activity that began below
 * and ended above gave it. The activity before is the last one of the same member on the same board that counted then. What it told is kept
 * with the activity, and an index leads to it past all that were undone.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table activity add column through_zero integer`.execute(db);
  await sql`create index activity_counted on activity (user_id, board_id, logged_at, board_revision) where undone_revision is null`.execute(
    db,
  );
  await giveForRises(db);
}

export async function giveForRises(db: QueryExecutorProvider): Promise<void> {
  // The unary plus keeps SQLite from the index by revision, with which it would read the whole board for each rise.
  await sql`
    update activity set through_zero = 1
    where undone_at is null and score_after > 0 and score_after = points and (
      select case when earlier.score_after = 0 and earlier.points > 0 then 1 else 0 end
      from activity earlier
      where earlier.user_id = activity.user_id and earlier.board_id = activity.board_id
        and earlier.logged_at <= activity.logged_at and +earlier.board_revision < activity.board_revision
        and (earlier.undone_revision is null or earlier.undone_revision > activity.board_revision)
      order by earlier.logged_at desc, earlier.board_revision desc limit 1
    ) = 1
  `.execute(db);
  await sql`
    insert into achievement (user_id, achievement_id, unlocked_at, activity_id, times, kept)
    select activity.user_id, 'back-above-zero', cast(${Date.now()} as bigint), cast(null as text), count(*), 0
    from activity
    join board on board.id = activity.board_id
    join "user" on "user".id = activity.user_id
    where activity.through_zero = 1
    group by activity.user_id
    on conflict (user_id, achievement_id) do update set times = achievement.times + excluded.times
  `.execute(db);
}
