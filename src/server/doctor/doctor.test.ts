import type { CompiledQuery } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { boardOf, type TestBoard, log, startTestApp, type Someone, type TestApp, waiting } from '../../../tests/test-app.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { dayIn } from '#shared/calendar';
import type { Db } from '../database/database.ts';
import { hashedId } from '../ids/ids.ts';
import { endpointHash } from '../push/device-store.ts';
import { examine } from './doctor.ts';

/** Before the runner thinks that the clock was set back. */
const inAWhile = Date.now() + 50 * 60 * 1000;

describe('doctor finds', () => {
  let testApp: TestApp;
  let lea: Someone;
  let max: Someone;
  let zoe: Someone;
  beforeAll(async () => {
    testApp = await startTestApp({ boundless: true });
    [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
  });

  let board: TestBoard;
  let activity: string;
  let day: string;
  let request: string;
  beforeEach(async () => {
    board = await boardOf(lea, [max], { invited: [zoe] });
    const logged = await log(max, board, 'breakfast');
    activity = logged.activity.id;
    day = dayIn('Europe/Paris', logged.activity.loggedAt);
    request = (await waiting(zoe, board.id)).id;
  });

  /** What is wrong, how it is mended again, and what doctor says. */
  const faults: [
    what: string,
    harm: () => [statement: string, ...values: unknown[]],
    mend: () => [statement: string, ...values: unknown[]],
    line: () => string,
  ][] = [
    [
      'a part of a board that is ahead of its revision',
      () => ['update board set settings_revision = 99 where id = ?', board.id],
      () => ['update board set settings_revision = 1 where id = ?', board.id],
      () => `tableau ${board.id} : une partie est en avance sur sa révision`,
    ],
    [
      'a recap that was announced before its week was over',
      () => ["update board set recap_week = '2999-11-18' where id = ?", board.id],
      () => ['update board set recap_week = null where id = ?', board.id],
      () => `tableau ${board.id} : pas de récap pour cette semaine (2999-11-18)`,
    ],
    [
      'a recap that was read of a week that begins on no Monday',
      () => ["update board_member set recap_seen = '2026-11-17' where board_id = ? and user_id = ?", board.id, max.id],
      () => ['update board_member set recap_seen = null where board_id = ?', board.id],
      () => `membre ${board.id} : pas de récap pour cette semaine (2026-11-17)`,
    ],
    [
      'a weekly mail about a week that is none',
      () => ["insert into recap_mail (user_id, token, week, created_at) values (?, 't', 'lundi', 1)", max.id],
      () => ['delete from recap_mail where user_id = ?', max.id],
      () => `récap par mail de ${max.id} : pas de récap pour cette semaine (lundi)`,
    ],
    [
      'a day that says something else than its activities',
      () => ['update member_day set gained = 21 where board_id = ?', board.id],
      () => ['update member_day set gained = 20 where board_id = ?', board.id],
      () => `tableau ${board.id}, membre ${max.id}, jour ${day} : +21 −0, actions 1, 1 d'affilée, somme +20 −0, actions 1, 1 d'affilée`,
    ],
    [
      'a streak that the days do not make',
      () => ['update member_day set streak = 4 where board_id = ?', board.id],
      () => ['update member_day set streak = 1 where board_id = ?', board.id],
      () => `tableau ${board.id}, membre ${max.id}, jour ${day} : +20 −0, actions 1, 4 d'affilée, somme +20 −0, actions 1, 1 d'affilée`,
    ],
    [
      'a flame that the days do not make',
      () => [
        'update board set lit_on = ?, flame_days = 3, flame_jokers = 1, flame_record = 9, joker_used_on = ? where id = ?',
        day,
        day,
        board.id,
      ],
      () => [
        'update board set lit_on = null, flame_days = 0, flame_jokers = 0, flame_record = 0, joker_used_on = null where id = ?',
        board.id,
      ],
      () =>
        `tableau ${board.id} : série 3 jours (jusqu'au ${day}), jokers 1 (le dernier joué le ${day}), record 9, compte 0 jours, jokers 0, record 0`,
    ],
    [
      'a flame ahead of its board',
      () => ['update board set flame_revision = 99 where id = ?', board.id],
      () => ['update board set flame_revision = 0 where id = ?', board.id],
      () => `tableau ${board.id} : une partie est en avance sur sa révision`,
    ],
    [
      'a time zone that this Node does not know',
      () => ["update board set time_zone = 'Mars/Olympus' where id = ?", board.id],
      () => ["update board set time_zone = 'Europe/Paris' where id = ?", board.id],
      () => `tableau ${board.id} : fuseau horaire inconnu ici (Mars/Olympus), ses jours sont ceux de Europe/Paris`,
    ],
    [
      'a day of a board that is not there',
      () => ["insert into member_day values ('nulle-part', '2026-11-21', ?, 5, 0, 1, 1)", max.id],
      () => ["delete from member_day where board_id = 'nulle-part'"],
      () => 'nulle-part : supprimé, mais pas effacé',
    ],
    [
      'a job that no worker does',
      () => ["insert into job values ('tache', 'unheard_of', '', 0, 0, 0, null)"],
      () => ["delete from job where id = 'tache'"],
      () => 'tâche tache : genre inconnu de cette version',
    ],
    [
      'a mail to nobody',
      () => ["insert into job values ('lettre', 'password_reset_mail', 'personne', ?, 0, 0, null)", Date.now() + 600_000],
      () => ["delete from job where id = 'lettre'"],
      () => "tâche lettre : nomme une personne qui n'existe pas",
    ],
    [
      'a recurring job that failed twice in a row',
      () => ["update job set attempts = 2, last_failure = 'SQLITE_FULL', due = ? where id = 'forget_expired'", inAWhile],
      () => ["update job set attempts = 0, last_failure = null where id = 'forget_expired'"],
      () => `tâche forget_expired : 2 échecs de suite (SQLITE_FULL), prochain essai le ${new Date(inAWhile).toISOString()}`,
    ],
    [
      'gains of a person that are not those of their boards',
      () => ['update user set points_gained = points_gained + 7 where id = ?', zoe.id],
      () => ['update user set points_gained = points_gained - 7 where id = ?', zoe.id],
      () => `personne ${zoe.id} : +7, pertes 0 ; somme +0, pertes 0`,
    ],
    [
      'an achievement that nothing earned',
      () => ["insert into achievement values (?, 'ten-losses', 1, null, 1, 0, null, null)", zoe.id],
      () => ["delete from achievement where achievement_id = 'ten-losses'"],
      () => `personne ${zoe.id}, succès ten-losses : 1 fois, compte 0`,
    ],
    [
      'an achievement that somebody earned and does not have',
      () => ["update achievement set achievement_id = 'unheard-of' where user_id = ? and achievement_id = 'first-action'", max.id],
      () => ["update achievement set achievement_id = 'first-action' where user_id = ? and achievement_id = 'unheard-of'", max.id],
      () => `personne ${max.id}, succès first-action : 0 fois, compte 1`,
    ],
    [
      'an activity at a revision that its board has not reached',
      () => ['update activity set board_revision = 99 where id = ?', activity],
      () => ['update activity set board_revision = 3 where id = ?', activity],
      () => `activité ${activity} : ses révisions ne vont pas avec son tableau`,
    ],
    [
      'an activity that is undone by halves',
      () => ['update activity set undone_by = ? where id = ?', lea.id, activity],
      () => ['update activity set undone_by = null where id = ?', activity],
      () => `activité ${activity} : ses révisions ne vont pas avec son tableau`,
    ],
    [
      'an activity that its author noted for themselves',
      () => ['update activity set noted_by = user_id where id = ?', activity],
      () => ['update activity set noted_by = null where id = ?', activity],
      () => `activité ${activity} : notée par quelqu'un d'autre, ce qu'elle ne peut pas être`,
    ],
    [
      'an activity that was noted by nobody',
      () => ["update activity set noted_by = 'personne' where id = ?", activity],
      () => ['update activity set noted_by = null where id = ?', activity],
      () => `activité ${activity} : nomme une personne qui n'existe pas`,
    ],
    [
      'a reaction that its activity does not know of',
      () => ["insert into reaction values (?, ?, ?, '❤️', 4, 1)", activity, board.id, lea.id],
      () => ['delete from reaction where activity_id = ?', activity],
      () => `activité ${activity} : une réaction ne va pas avec elle`,
    ],
    [
      'a reaction to nothing',
      () => ["insert into reaction values ('aucune', ?, ?, '❤️', 4, 1)", board.id, lea.id],
      () => ["delete from reaction where activity_id = 'aucune'"],
      () => 'activité aucune : une réaction ne va pas avec elle',
    ],
    [
      'a reaction of nobody',
      () => ["insert into reaction values (?, ?, 'personne', '❤️', 4, 1)", activity, board.id],
      () => ["delete from reaction where user_id = 'personne'"],
      () => 'personne : supprimé, mais pas effacé',
    ],
    [
      'an action at hand for somebody who is no member',
      () => ['insert into favourite_action values (?, ?, ?, 1)', board.id, zoe.id, board.breakfast],
      () => ['delete from favourite_action where board_id = ?', board.id],
      () => `action ${board.breakfast} : favorite là où elle ne peut pas l'être`,
    ],
    [
      'an action at hand that is not there',
      () => ["insert into favourite_action values (?, ?, 'aucune', 1)", board.id, max.id],
      () => ['delete from favourite_action where board_id = ?', board.id],
      () => "action aucune : favorite là où elle ne peut pas l'être",
    ],
    [
      'an invitation of somebody who may not invite',
      () => ['update board_request set from_user = ? where id = ?', max.id, request],
      () => ['update board_request set from_user = ? where id = ?', lea.id, request],
      () => `demande ${request} : ses personnes ou son état se contredisent`,
    ],
    [
      'an answer without its time',
      () => ["update board_request set status = 'rejected' where id = ?", request],
      () => ["update board_request set status = 'pending' where id = ?", request],
      () => `demande ${request} : ses personnes ou son état se contredisent`,
    ],
    [
      'a request about no board',
      () => ["update board_request set board_id = 'nulle-part' where id = ?", request],
      () => ['update board_request set board_id = ? where id = ?', board.id, request],
      () => `demande ${request} : son tableau n'existe pas`,
    ],
    [
      'a request to nobody',
      () => ["update board_request set to_user = 'personne', joining_user = 'personne' where id = ?", request],
      () => ['update board_request set to_user = ?, joining_user = ? where id = ?', zoe.id, zoe.id, request],
      () => `demande ${request} : nomme une personne qui n'existe pas`,
    ],
    [
      'a block of nobody',
      () => ["insert into blocked_inviter values (?, 'personne', 1)", zoe.id],
      () => ["delete from blocked_inviter where blocked_user = 'personne'"],
      () => `blocage ${zoe.id} : nomme une personne qui n'existe pas`,
    ],
    [
      'a board whose members are subscribed and would not be told',
      () => [
        "insert into push_device select id, user_id, 'https://push.invalid/', ?, 'a', 'b', 0, 'Europe/Paris', 0, 0, 1 from session where user_id = ?",
        endpointHash('https://push.invalid/'),
        max.id,
      ],
      () => ['delete from push_device where user_id = ?', max.id],
      () => `tableau ${board.id} : ses membres abonnés ne seraient pas prévenus`,
    ],
    [
      'a subscription of another session',
      () => ["insert into push_device values ('aucune', ?, 'https://push.invalid/', 'x', 'a', 'b', 0, 'Europe/Paris', 0, 0, 1)", zoe.id],
      () => ['delete from push_device where user_id = ?', zoe.id],
      () => "session aucune : son abonnement aux notifications n'est pas le sien",
    ],
    [
      'a push that nothing sends',
      () => ["insert into push values ('perdue', 'aucune', 'news', ?, 0, null, 1, null)", board.id],
      () => ["delete from push where id = 'perdue'"],
      () => "notification perdue : rien ne l'enverra",
    ],
    [
      'a nudge to somebody who is no member',
      () => ["insert into nudge values ('perdue', ?, ?, ?, '2026-11-26', 3, 1795694400000)", board.id, max.id, zoe.id],
      () => ["delete from nudge where id = 'perdue'"],
      () => "relance perdue : de ou pour qui n'est pas membre du tableau",
    ],
    [
      'a board that was seen before it came so far',
      () => ['update board_member set seen_revision = 99 where board_id = ? and user_id = ?', board.id, max.id],
      () => ['update board_member set seen_revision = 1 where board_id = ? and user_id = ?', board.id, max.id],
      () => `tableau ${board.id} : vu en avance sur sa révision`,
    ],
    [
      'a board of which somebody was told what has not happened',
      () => ["insert into told_board values ('aucune', ?, 99, 1, 1)", board.id],
      () => ['delete from told_board where board_id = ?', board.id],
      () => `tableau ${board.id} : annoncé en avance sur sa révision`,
    ],
    [
      'somebody who looks at a board for longer than a page says so',
      () => [
        'insert into board_look select ?, user_id, id, ? from session where user_id = ? limit 1',
        board.id,
        Date.now() + 3 * 60_000,
        max.id,
      ],
      () => ['delete from board_look where board_id = ?', board.id],
      () => `regard sur ${board.id} : une valeur que le programme n'écrit jamais`,
    ],
    [
      'somebody who looks at a board of which they are no member',
      () => ['insert into board_look select ?, user_id, id, 1 from session where user_id = ? limit 1', board.id, zoe.id],
      () => ['delete from board_look where board_id = ?', board.id],
      () => `regard sur ${board.id} : une valeur que le programme n'écrit jamais`,
    ],
    [
      'somebody who looks at a board in the session of another person',
      () => ['insert into board_look select ?, ?, id, 1 from session where user_id = ? limit 1', board.id, lea.id, max.id],
      () => ['delete from board_look where board_id = ?', board.id],
      () => `regard sur ${board.id} : une valeur que le programme n'écrit jamais`,
    ],
    [
      'a board that is neither heard of nor not',
      () => ['update board set heard = 2 where id = ?', board.id],
      () => ['update board set heard = 0 where id = ?', board.id],
      () => `tableau ${board.id} : une valeur que le programme n'écrit jamais`,
    ],
    [
      'an achievement that was earned when its board had not come so far',
      () => ["update achievement set earned_revision = earned_revision + 1000 where user_id = ? and achievement_id = 'guest'", lea.id],
      () => ["update achievement set earned_revision = earned_revision - 1000 where user_id = ? and achievement_id = 'guest'", lea.id],
      () => `succès de ${lea.id} : une valeur que le programme n'écrit jamais`,
    ],
    [
      'a board under the id of a deleted one',
      () => ['insert into deleted_board values (?)', hashedId(board.id)],
      () => ['delete from deleted_board where id_hash = ?', hashedId(board.id)],
      () => `tableau ${board.id} : porte l'identifiant d'un tableau supprimé`,
    ],
  ];

  it.each(faults)('%s', async (_, harm, mend, line) => {
    expect(await examine(testApp.deps)).toEqual([]);
    tamper(testApp.config.dataDir, ...harm());
    expect(await examine(testApp.deps)).toContain(line());
    tamper(testApp.config.dataDir, ...mend());
    expect(await examine(testApp.deps)).toEqual([]);
  });
});

it('doctor finds nothing while others log, undo and move days between its looks', async () => {
  const { deps, ...testApp } = await startTestApp({ boundless: true, hasty: true });
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  const params = { boardId: board.id };
  let times = 0;
  const play = async () => {
    times += 1;
    const { activity } = await log(max, board, times % 3 === 0 ? 'breakfast' : 'dishes');
    if (times % 2 === 0)
      await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } });
    if (times % 10 === 0)
      await lea.does('PATCH /api/boards/:boardId', { params, body: { timeZone: times % 20 === 0 ? 'Europe/Paris' : 'Asia/Tokyo' } });
  };
  const during = (db: Db): Db => {
    const own = db.withoutPlugins();
    const executor = own.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = async <R>(query: CompiledQuery) => {
      await play();
      return await execute<R>(query);
    };
    return own;
  };
  const { read, longSnapshot } = deps.database;
  const database: typeof deps.database = {
    ...deps.database,
    read: during(read),
    longSnapshot: (reading) => longSnapshot((db) => reading(during(db))),
  };
  expect(await examine({ ...deps, database })).toEqual([]);
  expect(times).toBeGreaterThan(10);
});

it('doctor names whatever was altered in the tables of notifications, nudges and recaps, but for what the program may write, too (S19)', async () => {
  const { testApp } = await fillEveryTable();
  const { dataDir } = testApp.config;
  const tables = ['push_device', 'notification_choice', 'board_look', 'told_board', 'push', 'nudge', 'recap_mail'] as const;
  const columns: Partial<Record<string, readonly string[]>> = {
    board: ['heard'],
    board_member: ['seen_revision', 'muted'],
    achievement: ['earned_on', 'earned_revision'],
  };
  // Names of rows, any of which may be there; what a push was about may be gone.
  const free = ['push.id', 'push.about', 'nudge.id', 'recap_mail.token'];
  const unnamed: string[] = [];
  for (const table of [...tables, ...Object.keys(columns)]) {
    const rows = dump(dataDir)[table] ?? [];
    const put = (some: typeof rows) => {
      tamper(dataDir, `delete from ${table}`);
      for (const row of some) {
        const values = Object.values(row);
        tamper(dataDir, `insert into ${table} values (${values.map(() => '?').join()})`, ...values);
      }
    };
    // A push that was sent, and an achievement that no log earned.
    const place = rows.findIndex((row) => row['sent_at'] !== null && row['earned_on'] !== null);
    expect(place).toBeGreaterThanOrEqual(0);
    for (const [column, value] of Object.entries(rows[place] ?? {})) {
      if (columns[table]?.includes(column) === false) continue;
      const altered = typeof value === 'number' ? -5 : 'nulle part';
      put(rows.map((row, index) => (index === place ? { ...row, [column]: altered } : row)));
      if ((await examine(testApp.deps)).length === 0) unnamed.push(`${table}.${column}`);
    }
    put(rows);
  }
  expect(unnamed.filter((name) => !free.some((one) => name.endsWith(one)))).toEqual([]);
  expect(await examine(testApp.deps)).toEqual([]);
});
