/** The doctor names whatever was altered by hand in a way that the program would not (S19), column by column. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answer } from '#server/play/agreements';
import { tableKeys } from '#server/moving/moving-store';
import { columnsIn, dump, tamper } from '../../../tests/database-state.ts';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { agree, contest, contests, goal } from '../../../tests/seasons.ts';
import { boardOf, type TestApp } from '../../../tests/test-app.ts';
import { describedTables } from './columns-store.ts';
import { examine } from './doctor.ts';
import { type Rule, rulesOf } from './rules-store.ts';

let testApp: TestApp;
let dataDir: string;
let tables: ReturnType<typeof dump>;
beforeAll(async () => {
  const filled = await fillEveryTable();
  testApp = filled.testApp;
  dataDir = testApp.config.dataDir;
  const [prune, come] = await testApp.signUpAll('Prune', 'Côme');
  const contesting = await boardOf(prune, [come]);
  await agree(testApp, contesting, [prune, come], contests);
  await contest(testApp, contesting, prune, come);
  const declining = await boardOf(prune, [come]);
  const declined = await agree(testApp, declining, [prune], goal);
  await answer(testApp.deps, { userId: come.id, boardId: declining.id, agreementId: declined }, false);
  // On this one nothing was ever agreed to.
  await boardOf(prune, [come]);
  tables = dump(dataDir);
});

/** By what a row is named that has no name of its own. */
const elsewhere: Record<string, string> = {
  season_place: 'saison',
  season_player: 'saison',
  member_day: 'tableau',
  achievement: 'personne',
};

const ours = (name: string) => !/^(kysely|sqlite)_/.test(name);

/** Everything as it was before. */
function putBack(table: string): void {
  tamper(dataDir, `delete from ${table}`);
  for (const { changed_revision: _, ...row } of tables[table] ?? []) {
    const names = Object.keys(row);
    tamper(dataDir, `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`, ...Object.values(row));
  }
}

/** Alters one value of one row; what the doctor says of it. */
async function findingsOf(column: string, altered: unknown): Promise<string[]> {
  const [table = '', name = ''] = column.split('.');
  const row = tables[table]?.find((one) => one[name] !== null) ?? {};
  const keys = tableKeys[table as keyof typeof tableKeys];
  const where = keys.map((key) => `${key} = ?`).join(' and ');
  tamper(dataDir, `update ${table} set ${name} = ? where ${where}`, altered, ...keys.map((key) => row[key]));
  const back = keys.map((key) => (key === name ? altered : row[key]));
  return await examine(testApp.deps).finally(() => tamper(dataDir, `update ${table} set ${name} = ? where ${where}`, row[name], ...back));
}

function rulesFor(column: string): Rule[] {
  const [table = '', name = ''] = column.split('.');
  const { columns } = describedTables[table as keyof typeof describedTables];
  return rulesOf((columns as Record<string, Parameters<typeof rulesOf>[0]>)[name] ?? [], name);
}

const isInterrupted = (line: string) => line.includes('examen interrompu');
const isUnknown = (column: string) => rulesFor(column).every((rule) => 'because' in rule);

it('each column of each table has a rule, or a reason why there is none', () => {
  const described = Object.entries(describedTables).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  // Which the database makes itself.
  expect(described.filter((column) => column !== 'activity.changed_revision').toSorted()).toEqual(
    columnsIn(dataDir).filter(ours).toSorted(),
  );
  expect(described.filter((column) => rulesFor(column).length === 0)).toEqual([]);
});

it('the doctor finds nothing in a database with something in each column', async () => {
  expect(await examine(testApp.deps)).toEqual([]);
});

describe('the doctor names', () => {
  const isNumber = (column: string) => {
    const [table = '', name = ''] = column.split('.');
    return tables[table]?.some((row) => typeof row[name] === 'number') ?? false;
  };
  const unnamedIn = async (columns: readonly string[], altered: unknown) => {
    const unnamed: string[] = [];
    for (const column of columns) {
      const found = await findingsOf(column, altered);
      const isNamed = found.some((line) => !isInterrupted(line));
      // Days of times that are none cannot be counted on their board.
      if (!isNamed || found.some((line) => isInterrupted(line) && !line.startsWith('tableau'))) unnamed.push([column, ...found].join(' '));
    }
    expect(await examine(testApp.deps)).toEqual([]);
    return unnamed;
  };
  const known = () => columnsIn(dataDir).filter((column) => ours(column) && !isUnknown(column));

  it('any text that is altered, but where nothing can be known', async () => {
    const texts = known().filter((column) => !isNumber(column));
    expect(texts.length).toBeGreaterThan(100);
    // This process has unwrapped the keys already.
    expect((await unnamedIn(texts, 'nulle part')).filter((column) => !column.startsWith('board_key.'))).toEqual([]);
  });

  it('any number that becomes a negative one, but for scores, and what an action is worth and where it stands', async () => {
    const numbers = known().filter(
      (column) => isNumber(column) && !/_after$|(action|proposal|loss)\.points$|^board_action\.position$/.test(column),
    );
    expect(numbers.length).toBeGreaterThan(100);
    expect(await unnamedIn(numbers, -5)).toEqual([]);
  });

  it.runIf(onSqlite)('any number that becomes a text, or half of one, and goes on looking', async () => {
    const numbers = known().filter(isNumber);
    expect(await unnamedIn(numbers, 'demain')).toEqual([]);
    expect(await unnamedIn(numbers, 0.5)).toEqual([]);
  });

  const closed = 'where closed_at is not null';
  const running = 'where closed_at is null';
  const open = 'where outcome is null';
  it.each([
    ['season', 'a kind that is none', `update season set kind = 'course' ${closed}`],
    ['season', 'a season that has a goal', `update season set goal = 5 ${closed}`],
    ['season', 'a season that was for a goal', `update season set kind = 'goal' ${closed}`],
    ['season', 'a goal without a goal', `update season set goal = null ${running}`],
    ['season', 'a goal of nothing', `update season set goal = 0 ${running}`],
    ['season', 'another goal than was agreed to', `update season set goal = 201 ${running}`],
    ['season', 'a rule for ties that is none', `update season set ties = 'pile' ${closed}`],
    ['season', 'another rule for ties than was agreed to', `update season set ties = 'void' ${closed}`],
    ['season', 'a number that leaves one out', 'update season set number = number + 10'],
    ['season', 'the number of another board', 'update season set number = 7 where number = 2'],
    ['season', 'a season before the first', 'update season set number = 0 where number = 1'],
    ['season', 'a closing after all that happened', `update season set closed_revision = 100000 ${closed}`],
    ['season', 'a closing without a revision', `update season set closed_revision = null ${closed}`],
    ['season', 'days of no zone', `update season set time_zone = 'Mars/Olympus' ${closed}`],
    ['season', 'an offset for a zone', `update season set time_zone = '+02:00' ${closed}`],
    ['season', 'a closed season without a zone', `update season set time_zone = null ${closed}`],
    ['season', 'a last day that is no day', `update season set last_day = 'demain' ${running}`],
    ['season', 'a last day that no calendar has', `update season set last_day = '2026-02-30' ${running}`],
    ['season', 'a last day before the first', `update season set last_day = '2001-01-01' ${running}`],
    ['season', 'a season without an end', `update season set last_day = '9999-12-31' ${running}`],
    ['season', 'a first day that is no day', `update season set starts_on = 'lundi' ${closed}`],
    ['season', 'a first day before all had agreed', `update season set starts_on = '2001-01-01' ${running}`],
    ['season', 'a stake that was paid before it was won', `update season set paid_at = closed_at - 1 ${closed}`],
    ['season', 'a stake that was paid and not won', `update season set won = 0 ${closed}`],
    ['season', 'a stake that was won twice', `update season set won = 2 ${closed}`],
    ['season', 'a running season that was won', `update season set won = 1 ${running}`],
    ['season', 'a running season that was changed since', `update season set changed = 1 ${running}`],
    [
      'season',
      'a closed season that runs again',
      `update season set closed_at = null, closed_revision = null, time_zone = null, won = 0, paid_at = null ${closed}`,
    ],
    ['season', 'a stake that is not the one agreed to', `update season set stake_sealed = null ${running}`],
    ['season', 'a season that nobody agreed to', 'update season set id = id || id'],
    ['season', 'another zone than was agreed to', `update season set time_zone = 'Asia/Tokyo' ${running}`],
    ['season', 'a season that begins at noon', `update season set starts_at = starts_at + 43200000 ${running}`],
    ['season', 'a season that ends a day later', `update season set ends_at = ends_at + 86400000 ${running}`],
    ['season', 'a season that begins with what has not happened', `update season set first_revision = 100000 ${running}`],
    ['season', 'a running season without a beginning', `update season set first_revision = null ${running}`],
    ['season', 'a season that was closed before it began', `update season set closed_revision = first_revision - 1 ${closed}`],
    ['season_player', 'points that nobody has logged', 'update season_player set points = points + 1'],
    ['season_player', 'a log that there was not', 'update season_player set actions = actions + 1'],
    ['season_player', 'somebody who came twice', 'update season_player set joined_late = 2'],
    [
      'season_player',
      'a player of a closed season',
      `insert into season_player select s.id, m.user_id, 0, 0, 0 from season s, board_member m where m.board_id = s.board_id and s.closed_at is not null`,
    ],
    ['season_player', 'a member who does not play', 'delete from season_player'],
    ['season_place', 'a rank that is below none', 'update season_place set place = -1 where position = 1'],
    ['agreement', 'a zone that is none', `update agreement set time_zone = 'Mars/Olympus' ${open}`],
    ['pause', 'a zone that nobody agreed to', "update pause set time_zone = 'Asia/Tokyo'"],
    ['pause', 'a pause that begins at noon', 'update pause set starts_at = starts_at + 43200000'],
    ['pause', 'a pause that goes on for a day more', 'update pause set ends_at = ends_at + 86400000'],
    ['pause', 'a pause that begins with what has not happened', 'update pause set first_revision = 100000'],
    ['nudge', 'a nudge on another day than its moment', 'update nudge set nudged_at = nudged_at - 259200000'],
    ['season_place', 'a place that came late and was there', 'update season_place set joined_late = 1 where position = 1'],
    ['season_place', 'a place that left and is there', 'update season_place set left_early = 1 where position = 1'],
    ['season_place', 'a place that left twice', 'update season_place set left_early = 2 where position = 1'],
    [
      'season_place',
      'somebody who has two places',
      'update season_place set user_id = (select user_id from season_place where position = 1)',
    ],
    ['season_place', 'a podium that begins with the second place', 'update season_place set position = position + 10'],
    ['season_place', 'a place of somebody who is not there', "update season_place set user_id = 'quelqu-un-d-autre' where position = 1"],
    ['agreement', 'a kind that is none', `update agreement set kind = 'duel' ${open}`],
    ['agreement', 'an outcome that is none', "update agreement set outcome = 'perdu' where outcome = 'declined'"],
    ['agreement', 'a length that is none', `update agreement set length = 'toujours' ${open}`],
    ['agreement', 'a last day that no calendar has', `update agreement set length = '2027-02-29' ${open}`],
    ['agreement', 'a pause of a week', "update agreement set length = 'week' where kind = 'pause'"],
    ['agreement', 'a season without a length', `update agreement set length = null ${open}`],
    ['agreement', 'a season without a stake', "update agreement set stake_sealed = null where kind = 'season'"],
    ['agreement', 'a season without a rule for ties', "update agreement set ties = null where kind = 'season'"],
    ['agreement', 'a rule for ties that is none', "update agreement set ties = 'pile' where kind = 'season'"],
    ['agreement', 'a goal without a goal', "update agreement set goal = null where kind = 'goal'"],
    ['agreement', 'a goal out of reach', "update agreement set goal = 1000001 where outcome = 'declined'"],
    ['agreement', 'a season with a goal', "update agreement set goal = 10 where kind = 'season'"],
    [
      'agreement',
      'a declined proposal that waits again',
      "update agreement set outcome = null, settled_at = null where outcome = 'declined'",
    ],
    [
      'agreement',
      'an agreed goal that waits again',
      "update agreement set outcome = null, settled_at = null where outcome = 'agreed' and kind = 'goal'",
    ],
    [
      'agreement',
      'agreed contests that wait again',
      "update agreement set outcome = null, settled_at = null where outcome = 'agreed' and kind = 'contests'",
    ],
    ['agreement', 'an agreed pause that was declined', "update agreement set outcome = 'declined' where kind = 'pause'"],
    ['agreement', 'a proposal that never lapses', `update agreement set lapses_at = lapses_at + 1 ${open}`],
    ['agreement', 'a proposal that lapses in 2100', `update agreement set lapses_at = 4102444800000 ${open}`],
    ['agreement', 'a proposal that lapsed before it was made', `update agreement set lapses_at = proposed_at - 1 ${open}`],
    [
      'agreement',
      'a proposal that was settled before it was made',
      "update agreement set settled_at = proposed_at - 1 where outcome = 'declined'",
    ],
    ['agreement', 'a no after it had lapsed', "update agreement set settled_at = lapses_at + 3600000 where outcome = 'declined'"],
    ['agreement', 'all have agreed and nothing began', "update agreement set outcome = 'agreed' where outcome = 'declined'"],
    [
      'agreement',
      'all have agreed and it waits',
      `insert into agreement_yes select a.id, m.user_id, a.proposed_at from agreement a, board_member m where a.outcome is null and m.board_id = a.board_id and m.user_id <> a.proposed_by`,
    ],
    [
      'agreement',
      'a proposal of somebody who does not agree',
      `delete from agreement_yes where agreement_id in (select id from agreement ${open})`,
    ],
    ['agreement_yes', 'a yes before the proposal', 'update agreement_yes set said_at = said_at - 864000000'],
    [
      'agreement_yes',
      'a yes after it had lapsed',
      "update agreement_yes set said_at = 4102444800000 where agreement_id in (select id from agreement where outcome = 'agreed')",
    ],
    ['pause', 'a pause that begins on no day', "update pause set starts_on = 'demain'"],
    ['pause', 'a pause that ends on no day', "update pause set last_day = '2026-11-31'"],
    ['pause', 'a pause of three months', "update pause set starts_on = '2026-01-01'"],
    ['contest', 'an outcome that is none', "update contest set outcome = 'gagné' where outcome is not null"],
    ['contest', 'an end that is none', "update contest set how = 'duel' where outcome is not null"],
    ['contest', 'an end that does not go with its outcome', "update contest set how = 'answer' where outcome = 'stands'"],
    ['contest', 'silence where somebody has voted', "update contest set how = 'silence' where outcome = 'stands'"],
    ['contest', 'an emoji that is none of the three', "update contest set emoji = '🍕'"],
    ['contest', 'a day that is none', `update contest set day = 'hier' ${open}`],
    ['contest', 'a day that no calendar has', `update contest set day = '2026-02-29' ${open}`],
    ['contest', 'another day than it was opened on', `update contest set day = '2026-02-28' ${open}`],
    ['contest', 'an answer before the question', 'update contest set kept_at = opened_at - 1 where kept_at is not null'],
    ['contest', 'an answer after the time for it', 'update contest set kept_at = opened_at + 86400000 where kept_at is not null'],
    ['contest', 'an end before the answer', 'update contest set settled_at = kept_at - 1 where settled_at is not null'],
    ['contest', 'an end before the question', 'update contest set opened_at = settled_at + 1 where settled_at is not null'],
    [
      'contest',
      'a settled one that waits again',
      'update contest set outcome = null, how = null, settled_at = null where outcome is not null',
    ],
    ['contest', 'an open one that was settled', `update contest set settled_at = opened_at ${open}`],
    ['contest', 'somebody who contests what they answer', `update contest set contested_by = answered_by ${open}`],
    ['contest_vote', 'a vote of 7', 'update contest_vote set is_void = 7'],
    ['contest_vote', 'a vote before the answer', 'update contest_vote set voted_at = voted_at - 86400000'],
    ['contest_vote', 'a vote after the end', 'update contest_vote set voted_at = voted_at + 90000000'],
    ['owed_loss', 'a loss that lapses before it was made', 'update owed_loss set lapses_at = made_at - 1'],
    ['owed_loss', 'a loss that waits for longer than a day', 'update owed_loss set lapses_at = lapses_at + 1'],
    ['owed_loss', 'a loss that is a gain', 'update owed_loss set points = 5'],
    ['owed_loss', 'a loss that is greater than any', 'update owed_loss set points = -1001'],
    ['owed_loss', 'a loss noted for oneself', 'update owed_loss set to_user = from_user'],
    ['owed_loss', 'a loss under the id of an activity', 'update owed_loss set id = (select id from activity limit 1)'],
    ['nudge', 'a nudge of oneself', 'update nudge set from_user = to_user'],
    ['nudge', 'a nudge on no day', "update nudge set day = '2026-13-01'"],
    ['nudge', 'a sentence that there is not', 'update nudge set sentence = 12'],
    ['push', 'a topic that is none', "update push set topic = 'météo' where sent_at is not null"],
    ['push', 'a push that was sent before it was made', 'update push set sent_at = created_at - 1 where sent_at is not null'],
    ['push', 'a push that was gathered in itself', 'update push set gathered_in = id where gathered_in is not null'],
    ['push_device', 'quiet hours from 24 on', 'update push_device set quiet_from = 24'],
    ['push_device', 'a zone that is none', "update push_device set time_zone = 'Mars/Olympus'"],
    ['told_board', 'a board of which somebody was told no times', 'update told_board set times = 0'],
    ['member_news', 'a board that is muted twice', 'update member_news set muted = 2'],
    ['notification_choice', 'a switch between on and off', 'update notification_choice set recap = 2'],
    ['recap_mail', 'a week that is none', "update recap_mail set week = '2026-02-30'"],
    ['board', 'a theme that is none', "update board set theme = 'noir'"],
    ['board', 'an icon that is none of those to choose from', "update board set icon = '🐙'"],
    ['board', 'contests where nothing was agreed to', 'update board set contests_on = 1 where play_revision = 0'],
    ['board', 'a link that is more than on', 'update board set link_enabled = 2'],
    ['board_request', 'a type that is none', "update board_request set type = 'ordre'"],
    ['board_request', 'a status that is none', "update board_request set status = 'perdue' where answered_at is not null"],
    ['board_request', 'an answer before the request', 'update board_request set answered_at = 5 where answered_at is not null'],
    ['reaction', 'an emoji that is none of the eight', "update reaction set emoji = '🍕'"],
    ['achievement', 'an achievement that is earned no times', "update achievement set times = 0 where achievement_id = 'guest'"],
    ['achievement', 'an achievement that is none', "update achievement set achievement_id = 'licorne' where achievement_id = 'guest'"],
    ['job', 'a kind that is none', "update job set kind = 'rêver' where kind = 'settle_due'"],
    ['job', 'a recurring job about somebody', "update job set subject = 'quelqu-un-d-autre' where id = kind"],
    ['user', 'an avatar that is none of those to choose from', "update user set avatar = '🐙'"],
    ['user', 'a name under the key of another', "update user set username = 'Zorro' where username = 'Prune'"],
    ['daily_count', 'a day that no calendar has', "update daily_count set day = '2026-00-10'"],
    ['daily_count', 'a count of something else', "update daily_count set name = 'larmes'"],
    ['single_link', 'a link for a year', 'update single_link set expires_at = expires_at + 31536000000'],
    ['single_link', 'a link that was used before it was made', 'update single_link set used_at = created_at - 1 where used_at is not null'],
    ['blocked_inviter', 'somebody who has blocked themselves', 'update blocked_inviter set blocked_user = user_id'],
    [
      'member_day',
      'a day that no calendar has',
      "update member_day set day = '2026-11-31' where day = (select max(day) from member_day) and actions > 0",
    ],
    ['board_action', 'an action worth nothing', 'update board_action set points = 0'],
    ['former_member', 'a member who has left', 'insert into former_member select board_id, user_id, 0, 0, 0, 0 from board_member'],
  ])('%s: %s', async (table, _, statement) => {
    tamper(dataDir, statement);
    const isAltered = JSON.stringify(dump(dataDir)) !== JSON.stringify(tables);
    const found = await examine(testApp.deps).finally(() => {
      for (const one of new Set([table, statement.includes('agreement_yes') ? 'agreement_yes' : table])) putBack(one);
    });
    expect({ isAltered, interrupted: found.filter(isInterrupted) }).toEqual({ isAltered: true, interrupted: [] });
    // The doctor may report more: one altered value can break several rules.
    const { name } = describedTables[table as keyof typeof describedTables];
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^(${name}|${elsewhere[table] ?? name}) `)));
    expect(await examine(testApp.deps)).toEqual([]);
  });
});
