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

/** The doctor names rows of these tables by the row that they belong to. */
const elsewhere: Record<string, string> = {
  season_place: 'saison',
  season_player: 'saison',
  member_day: 'tableau',
  achievement: 'personne',
};

const ours = (name: string) => !/^(kysely|sqlite)_/.test(name);

/** Gives a table the rows that it had before. */
function putBack(table: string): void {
  tamper(dataDir, `delete from ${table}`);
  for (const { changed_revision: _, ...row } of tables[table] ?? []) {
    const names = Object.keys(row);
    tamper(dataDir, `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`, ...Object.values(row));
  }
}

/** The table and the name of a column, which is written as 'table.column'. */
function placeOf(column: string): { table: string; name: string } {
  const [table = '', name = ''] = column.split('.');
  return { table, name };
}

/** What the doctor says where one value of one row is altered. */
async function findingsOf(column: string, altered: unknown): Promise<string[]> {
  const { table, name } = placeOf(column);
  const row = tables[table]?.find((one) => one[name] !== null) ?? {};
  const keys = tableKeys[table as keyof typeof tableKeys];
  const where = keys.map((key) => `${key} = ?`).join(' and ');
  tamper(dataDir, `update ${table} set ${name} = ? where ${where}`, altered, ...keys.map((key) => row[key]));
  const back = keys.map((key) => (key === name ? altered : row[key]));
  return await examine(testApp.deps).finally(() => tamper(dataDir, `update ${table} set ${name} = ? where ${where}`, row[name], ...back));
}

function rulesFor(column: string): Rule[] {
  const { table, name } = placeOf(column);
  const { columns } = describedTables[table as keyof typeof describedTables];
  return rulesOf((columns as Record<string, Parameters<typeof rulesOf>[0]>)[name] ?? [], name);
}

const isInterrupted = (line: string) => line.includes('examen interrompu');
const isUnknown = (column: string) => rulesFor(column).every((rule) => 'because' in rule);

it('each column of each table has a rule, or a reason why there is none', () => {
  const described = Object.entries(describedTables).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  // The database makes this one itself.
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
    const { table, name } = placeOf(column);
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
  const aGuest = '(select user_id from guest where demo_until is null)';
  /** For each table whose row is to be named: what is altered, and how. A text that begins with 'set' updates that table. */
  const alterations: Partial<Record<keyof typeof describedTables, Record<string, string>>> = {
    season: {
      'a kind that is none': `set kind = 'course' ${closed}`,
      'a season that has a goal': `set goal = 5 ${closed}`,
      'a season that was for a goal': `set kind = 'goal' ${closed}`,
      'a goal without a goal': `set goal = null ${running}`,
      'a goal of nothing': `set goal = 0 ${running}`,
      'another goal than was agreed to': `set goal = 201 ${running}`,
      'a rule for ties that is none': `set ties = 'pile' ${closed}`,
      'another rule for ties than was agreed to': `set ties = 'void' ${closed}`,
      'a number that leaves one out': 'set number = number + 10',
      'the number of another board': 'set number = 7 where number = 2',
      'a season before the first': 'set number = 0 where number = 1',
      'a closing after all that happened': `set closed_revision = 100000 ${closed}`,
      'a closing without a revision': `set closed_revision = null ${closed}`,
      'days of no zone': `set time_zone = 'Mars/Olympus' ${closed}`,
      'an offset for a zone': `set time_zone = '+02:00' ${closed}`,
      'a closed season without a zone': `set time_zone = null ${closed}`,
      'a last day that is no day': `set last_day = 'demain' ${running}`,
      'a last day that no calendar has': `set last_day = '2026-02-30' ${running}`,
      'a last day before the first': `set last_day = '2001-01-01' ${running}`,
      'a season without an end': `set last_day = '9999-12-31' ${running}`,
      'a first day that is no day': `set starts_on = 'lundi' ${closed}`,
      'a first day before all had agreed': `set starts_on = '2001-01-01' ${running}`,
      'a stake that was paid before it was won': `set paid_at = closed_at - 1 ${closed}`,
      'a stake that was paid and not won': `set won = 0 ${closed}`,
      'a stake that was won twice': `set won = 2 ${closed}`,
      'a running season that was won': `set won = 1 ${running}`,
      'a running season that was changed since': `set changed = 1 ${running}`,
      'a closed season that runs again': `set closed_at = null, closed_revision = null, time_zone = null, won = 0, paid_at = null ${closed}`,
      'a stake that is not the one agreed to': `set stake_sealed = null ${running}`,
      'a season that nobody agreed to': 'set id = id || id',
      'another zone than was agreed to': `set time_zone = 'Asia/Tokyo' ${running}`,
      'a season that begins at noon': `set starts_at = starts_at + 43200000 ${running}`,
      'a season that ends a day later': `set ends_at = ends_at + 86400000 ${running}`,
      'a season that begins with what has not happened': `set first_revision = 100000 ${running}`,
      'a running season without a beginning': `set first_revision = null ${running}`,
      'a season that was closed before it began': `set closed_revision = first_revision - 1 ${closed}`,
    },
    season_player: {
      'points that nobody has logged': 'set points = points + 1',
      'a log that there was not': 'set actions = actions + 1',
      'somebody who came twice': 'set joined_late = 2',
      'a player of a closed season':
        'insert into season_player select s.id, m.user_id, 0, 0, 0 from season s, board_member m where m.board_id = s.board_id and s.closed_at is not null',
      'a member who does not play': 'delete from season_player',
    },
    season_place: {
      'a rank that is below none': 'set place = -1 where position = 1',
      'a place that came late and was there': 'set joined_late = 1 where position = 1',
      'a place that left and is there': 'set left_early = 1 where position = 1',
      'a place that left twice': 'set left_early = 2 where position = 1',
      'somebody who has two places': 'set user_id = (select user_id from season_place where position = 1)',
      'a podium that begins with the second place': 'set position = position + 10',
      'a place of somebody who is not there': "set user_id = 'quelqu-un-d-autre' where position = 1",
    },
    agreement: {
      'a zone that is none': `set time_zone = 'Mars/Olympus' ${open}`,
      'a kind that is none': `set kind = 'duel' ${open}`,
      'an outcome that is none': "set outcome = 'perdu' where outcome = 'declined'",
      'a length that is none': `set length = 'toujours' ${open}`,
      'a last day that no calendar has': `set length = '2027-02-29' ${open}`,
      'a pause of a week': "set length = 'week' where kind = 'pause'",
      'a season without a length': `set length = null ${open}`,
      'a season without a stake': "set stake_sealed = null where kind = 'season'",
      'a season without a rule for ties': "set ties = null where kind = 'season'",
      'a rule for ties that is none': "set ties = 'pile' where kind = 'season'",
      'a goal without a goal': "set goal = null where kind = 'goal'",
      'a goal out of reach': "set goal = 1000001 where outcome = 'declined'",
      'a season with a goal': "set goal = 10 where kind = 'season'",
      'a declined proposal that waits again': "set outcome = null, settled_at = null where outcome = 'declined'",
      'an agreed goal that waits again': "set outcome = null, settled_at = null where outcome = 'agreed' and kind = 'goal'",
      'agreed contests that wait again': "set outcome = null, settled_at = null where outcome = 'agreed' and kind = 'contests'",
      'a goal that was called off': "set outcome = 'called_off' where outcome = 'agreed' and kind = 'goal'",
      'an agreed pause that was declined': "set outcome = 'declined' where kind = 'pause'",
      'a proposal that never lapses': `set lapses_at = lapses_at + 1 ${open}`,
      'a proposal that lapses in 2100': `set lapses_at = 4102444800000 ${open}`,
      'a proposal that lapsed before it was made': `set lapses_at = proposed_at - 1 ${open}`,
      'a proposal that was settled before it was made': "set settled_at = proposed_at - 1 where outcome = 'declined'",
      'a no after it had lapsed': "set settled_at = lapses_at + 3600000 where outcome = 'declined'",
      'all have agreed and nothing began': "set outcome = 'agreed' where outcome = 'declined'",
      'all have agreed and it waits':
        'insert into agreement_yes select a.id, m.user_id, a.proposed_at from agreement a, board_member m where a.outcome is null and m.board_id = a.board_id and m.user_id <> a.proposed_by',
      'a proposal of somebody who does not agree': `delete from agreement_yes where agreement_id in (select id from agreement ${open})`,
    },
    pause: {
      'a zone that nobody agreed to': "set time_zone = 'Asia/Tokyo'",
      'a pause that begins at noon': 'set starts_at = starts_at + 43200000',
      'a pause that goes on for a day more': 'set ends_at = ends_at + 86400000',
      'a pause that begins with what has not happened': 'set first_revision = 100000',
      'a pause that begins on no day': "set starts_on = 'demain'",
      'a pause that ends on no day': "set last_day = '2026-11-31'",
      'a pause of three months': "set starts_on = '2026-01-01'",
    },
    nudge: {
      'a nudge on another day than its moment': 'set nudged_at = nudged_at - 259200000',
      'a nudge of oneself': 'set from_user = to_user',
      'a nudge on no day': "set day = '2026-13-01'",
      'a sentence that there is not': 'set sentence = 12',
    },
    agreement_yes: {
      'a yes before the proposal': 'set said_at = said_at - 864000000',
      'a yes after it had lapsed': "set said_at = 4102444800000 where agreement_id in (select id from agreement where outcome = 'agreed')",
    },
    contest: {
      'an outcome that is none': "set outcome = 'gagné' where outcome is not null",
      'an end that is none': "set how = 'duel' where outcome is not null",
      'an end that does not go with its outcome': "set how = 'answer' where outcome = 'stands'",
      'silence where somebody has voted': "set how = 'silence' where outcome = 'stands'",
      'an emoji that is none of the three': "set emoji = '🍕'",
      'a day that is none': `set day = 'hier' ${open}`,
      'a day that no calendar has': `set day = '2026-02-29' ${open}`,
      'another day than it was opened on': `set day = '2026-02-28' ${open}`,
      'an answer before the question': 'set kept_at = opened_at - 1 where kept_at is not null',
      'an answer after the time for it': 'set kept_at = opened_at + 86400000 where kept_at is not null',
      'an end before the answer': 'set settled_at = kept_at - 1 where settled_at is not null',
      'an end before the question': 'set opened_at = settled_at + 1 where settled_at is not null',
      'a settled one that waits again': 'set outcome = null, how = null, settled_at = null where outcome is not null',
      'an open one that was settled': `set settled_at = opened_at ${open}`,
      'somebody who contests what they answer': `set contested_by = answered_by ${open}`,
    },
    contest_vote: {
      'a vote of 7': 'set is_void = 7',
      'a vote before the answer': 'set voted_at = voted_at - 86400000',
      'a vote after the end': 'set voted_at = voted_at + 90000000',
    },
    gesture: {
      'a week that begins on no Monday': "set week = '2026-11-17'",
      'another week than the one that is over then': "set week = '2020-01-06'",
      'a choice after its end': 'set chosen_at = closes_at',
      'a choice a week before its end': 'set chosen_at = closes_at - 604800000',
      'a reveal before the choice': 'set revealed_at = chosen_at - 1',
      "a choice of one's own": 'set chosen_by = (select user_id from activity as a where a.id = activity_id)',
      'a choice of a loss': 'set activity_id = (select id from activity where points < 0 limit 1)',
    },
    code: {
      'a code whose maker is no member': "set made_by = (select id from user where username = 'Nora')",
      'a code that logs and nudges': 'set to_user = made_by where action_id is not null',
      "a code of another board's action":
        'set action_id = (select id from board_action as a where a.board_id <> code.board_id limit 1), to_user = null',
      'a press on no day': "set used_on = '2026-13-01'",
    },
    owed_loss: {
      'a loss that lapses before it was made': 'set lapses_at = made_at - 1',
      'a loss that waits for longer than a day': 'set lapses_at = lapses_at + 1',
      'a loss that is a gain': 'set points = 5',
      'a loss that is greater than any': 'set points = -1001',
      'a loss noted for oneself': 'set to_user = from_user',
      'a loss under the id of an activity': 'set id = (select id from activity limit 1)',
    },
    push: {
      'a topic that is none': "set topic = 'météo' where sent_at is not null",
      'a push that was sent before it was made': 'set sent_at = created_at - 1 where sent_at is not null',
      'a push that was gathered in itself': 'set gathered_in = id where gathered_in is not null',
    },
    push_device: {
      'quiet hours from 24 on': 'set quiet_from = 24',
      'a zone that is none': "set time_zone = 'Mars/Olympus'",
    },
    told_board: {
      'a board of which somebody was told no times': 'set times = 0',
    },
    notification_choice: {
      'a switch between on and off': 'set recap = 2',
    },
    recap_mail: {
      'a week that is none': "set week = '2026-02-30'",
    },
    board: {
      'a theme that is none': "set theme = 'noir'",
      'an icon that is none of those to choose from': "set icon = '🐙'",
      'contests where nothing was agreed to': 'set contests_on = 1 where play_revision = 0',
      'a way of playing that is none': "set play_mode = 'duel'",
      'a link that is more than on': 'set link_enabled = 2',
    },
    board_request: {
      'a type that is none': "set type = 'ordre'",
      'a status that is none': "set status = 'perdue' where answered_at is not null",
      'an answer before the request': 'set answered_at = 5 where answered_at is not null',
    },
    reaction: {
      'an emoji that is none of the eight': "set emoji = '🍕'",
    },
    achievement: {
      'an achievement that is earned no times': "set times = 0 where achievement_id = 'guest'",
      'an achievement that is none': "set achievement_id = 'licorne' where achievement_id = 'guest'",
    },
    job: {
      'a kind that is none': "set kind = 'rêver' where kind = 'settle_due'",
      'a recurring job about somebody': "set subject = 'quelqu-un-d-autre' where id = kind",
    },
    user: {
      'an avatar that is none of those to choose from': "set avatar = '🐙'",
      'a name under the key of another': "set username = 'Zorro' where username = 'Prune'",
    },
    daily_count: {
      'a day that no calendar has': "set day = '2026-00-10'",
      'a count of something else': "set name = 'larmes'",
    },
    guest: {
      'a guest who administers a board': `update board set created_by = ${aGuest}`,
      'a guest with a token': `update token set user_id = ${aGuest}`,
      'a guest who has opened a wall': `update wall set user_id = ${aGuest}`,
      'a guest who gets mails': `update recap_mail set user_id = ${aGuest} where user_id = (select min(user_id) from recap_mail)`,
    },
    single_link: {
      'a link for a year': 'set expires_at = expires_at + 31536000000',
      'a link that was used before it was made': 'set used_at = created_at - 1 where used_at is not null',
    },
    blocked_inviter: {
      'somebody who has blocked themselves': 'set blocked_user = user_id',
    },
    member_day: {
      'a day that no calendar has': "set day = '2026-11-31' where day = (select max(day) from member_day) and actions > 0",
    },
    board_action: {
      'an action worth nothing': 'set points = 0',
    },
    former_member: {
      'a member who has left': 'insert into former_member select board_id, user_id, 0, 0, 0, 0 from board_member',
    },
  };
  const cases = Object.entries(alterations).flatMap(([table, changes]) =>
    Object.entries(changes).map(
      ([what, change]) => [table, what, change.startsWith('set ') ? `update ${table} ${change}` : change] as const,
    ),
  );

  it.each(cases)('%s: %s', async (table, _, statement) => {
    tamper(dataDir, statement);
    const isAltered = JSON.stringify(dump(dataDir)) !== JSON.stringify(tables);
    const [, altered = ''] = /^(?:update|insert into|delete from) (\w+)/.exec(statement) ?? [];
    const found = await examine(testApp.deps).finally(() => putBack(altered));
    expect({ isAltered, interrupted: found.filter(isInterrupted) }).toEqual({ isAltered: true, interrupted: [] });
    // The doctor may report more: one altered value can break several rules.
    const { name } = describedTables[table as keyof typeof describedTables];
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^(${name}|${elsewhere[table] ?? name}) `)));
  });
});

it('the doctor finds nothing once each altered row is put back', async () => {
  expect(await examine(testApp.deps)).toEqual([]);
});
