/** All that is kept of a person is in their export, and nothing of anybody else (decision B8, S9). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ExportedData, exportedData } from '#shared/export';
import { agree, contest, contests, goal, playedSeason } from '../../../tests/seasons.ts';
import { accept, boardOf, type TestBoard, log, startTestApp, remove, resetToken, type Someone, waiting } from '../../../tests/test-app.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { lastWeek } from '../../../tests/last-week.ts';
import { columnsIn, dump, isHeld, tamperAtOnce, print } from '../../../tests/database-state.ts';
import { exportAccount } from './account-export.ts';

const testApp = await startTestApp({ boundless: true, hasty: true, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
const { deps, config } = testApp;

const exportOf = (person: Someone): Promise<ExportedData> => person.does('GET /api/account/export');
const undo = (actor: Someone, board: TestBoard, activityId: string) =>
  actor.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });
const react = (actor: Someone, board: TestBoard, activityId: string) =>
  actor.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
    params: { boardId: board.id, activityId, emoji: '❤️' },
  });
const mark = (actor: Someone, board: TestBoard) =>
  actor.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { boardId: board.id, actionId: board.breakfast } });
const invite = (actor: Someone, board: TestBoard, username: string, type: 'invitation' | 'member_invitation' = 'invitation') =>
  actor.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type, username } });
const ask = (actor: Someone, board: TestBoard) =>
  actor.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });

type Row = Record<string, unknown>;
/** Where a column's value is: a field of the entry, as it is or turned into what stands there. Or why it is not there. */
type Column = string | [field: string, as: (value: unknown, row: Row) => unknown] | { because: string };
interface Inventoried {
  columns: Record<string, Column>;
  /** Which rows are about a person, and the entries of the export that stand for them; for tables that have any. */
  rowsOf?: (row: Row, userId: string) => boolean;
  entries?: (document: ExportedData) => object[];
  /** The columns that pair a row with its entry, by the field. Without them there is one entry. */
  key?: [column: string, field: string];
}

const yes = (value: unknown) => value === 1;
const none = (because: string): Column => ({ because });
const ofBoard = none("other people's: what the board is, not the person");
const counted = Object.fromEntries(['points_gained', 'losses_count'].map((name) => [name, none('derived: sums of the activities')]));
const fixed = none('the same for everybody');

/** Every table and column of the database. */
const inventory: Record<string, Inventoried> = {
  user: {
    rowsOf: ({ id }, userId) => id === userId,
    entries: ({ account, preferences }) => [{ ...account, ...preferences }],
    columns: {
      id: 'id',
      email: 'email',
      username: 'username',
      username_key: none('derived: the username folded for comparison'),
      username_skeleton: none('derived: what the username looks like'),
      avatar: 'avatar',
      points: 'points',
      boards_count: 'boardsCount',
      actions_count: 'actionsCount',
      ...counted,
      data_collection: ['dataCollection', yes],
      analytics: ['analytics', yes],
      online_status: ['onlineStatus', yes],
      essential_cookies: ['essentialCookies', yes],
      screenshot_protection: ['screenshotProtection', yes],
      created_at: 'createdAt',
      updated_at: 'updatedAt',
    },
  },
  session: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ sessions }) => sessions,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      token_hash: none('secret: opens the account'),
      user_id: none('the person'),
      expires_at: none('derived: 30 days after the last activity'),
      device: 'device',
      created_at: 'createdAt',
      last_active_at: 'lastActiveAt',
    },
  },
  password: { columns: { user_id: none('the person'), hash: none('secret: hash of the password') } },
  board: {
    rowsOf: ({ created_by }, userId) => created_by === userId,
    entries: ({ boards }) => boards,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      title_sealed: ['title', (value, { id }) => decrypted(value, 'board', id, id)],
      created_by: ['isAdministrator', () => true],
      theme: 'theme',
      icon: 'icon',
      ...Object.fromEntries(
        [
          'total_points',
          'revision',
          'members_revision',
          'actions_revision',
          'settings_revision',
          'activities_revision',
          'play_revision',
          'contests_on',
        ].map((name) => [name, ofBoard]),
      ),
      time_zone: 'timeZone',
      ...Object.fromEntries(
        ['lit_on', 'flame_days', 'flame_jokers', 'flame_record', 'joker_used_on', 'flame_revision'].map((name) => [
          name,
          none('derived: counted from the days'),
        ]),
      ),
      ...Object.fromEntries(['kept_record', 'kept_record_seal'].map((name) => [name, none('of the board, and of nobody in it')])),
      ...Object.fromEntries(['link_enabled', 'heard', 'recap_week', 'created_at', 'updated_at'].map((name) => [name, ofBoard])),
    },
  },
  board_key: {
    columns: Object.fromEntries(['board_id', 'wrapped_key', 'master_key_id'].map((name) => [name, none('secret: opens the board')])),
  },
  sealed_secret: {
    columns: Object.fromEntries(['name', 'sealed', 'master_key_id'].map((name) => [name, none("secret: the server's own")])),
  },
  board_member: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ boards, notifications }) =>
      boards.map((board) => ({ ...board, ...notifications.boards.find(({ boardId }) => boardId === board.id) })),
    key: ['board_id', 'id'],
    columns: {
      board_id: 'id',
      user_id: none('the person'),
      score: 'score',
      actions_count: none('derived: a count of the activities'),
      ...counted,
      joined_at: 'joinedAt',
      recap_seen: 'recapSeen',
      muted: ['muted', yes],
      seen_revision: 'seenRevision',
    },
  },
  recap_mail: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ recapMail }) => (recapMail ? [recapMail] : []),
    key: ['created_at', 'since'],
    columns: {
      user_id: none('the person'),
      token: none('secret: ends the mails'),
      week: none('derived: the week of the last mail'),
      created_at: 'since',
    },
  },
  former_member: {
    columns: {
      board_id: none('said by the activities there'),
      user_id: none('the person'),
      score: none('derived: a sum of the activities'),
      actions_count: none('derived: a count of the activities'),
      ...counted,
    },
  },
  achievement: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ achievements }) => achievements,
    key: ['achievement_id', 'id'],
    columns: {
      user_id: none('the person'),
      achievement_id: 'id',
      unlocked_at: 'unlockedAt',
      activity_id: none('a repeated log finds by it what it unlocked'),
      ...Object.fromEntries(['earned_on', 'earned_revision'].map((name) => [name, none('for who is told there')])),
      ...Object.fromEntries(['times', 'kept'].map((name) => [name, none('for the undo alone')])),
    },
  },
  member_day: {
    columns: {
      board_id: none('said by the activities there'),
      user_id: none('the person'),
      ...Object.fromEntries(['day', 'gained', 'lost', 'actions', 'streak'].map((name) => [name, none('derived: sums of the activities')])),
    },
  },
  board_action: {
    rowsOf: ({ board_id, retired_at }) => administered.has(board_id) && retired_at === null,
    entries: ({ actions }) => actions,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      title_sealed: ['title', (value, { id, board_id }) => decrypted(value, 'board_action', id, board_id)],
      points: 'points',
      category_sealed: ['category', (value, { id, board_id }) => value && decrypted(value, 'board_action', id, board_id, 'category')],
      emoji: 'emoji',
      ...Object.fromEntries(['position', 'created_at'].map((name) => [name, ofBoard])),
      retired_at: none('only those in use are there'),
    },
  },
  action_proposal: {
    rowsOf: ({ proposed_by }, userId) => proposed_by === userId,
    entries: ({ proposals }) => proposals,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      proposed_by: none('the person'),
      title_sealed: ['title', (value, { id, board_id }) => decrypted(value, 'action_proposal', id, board_id)],
      points: 'points',
      category_sealed: ['category', (value) => (value === null ? null : 'dehors')],
      emoji: 'emoji',
      proposed_at: 'proposedAt',
    },
  },
  activity: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ activities }) => activities,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      user_id: none('the person'),
      action_id: 'actionId',
      title_sealed: ['title', (value, { id, board_id }) => decrypted(value, 'activity', id, board_id)],
      note_sealed: ['note', (value, { id, board_id }) => (value === null ? undefined : decrypted(value, 'activity', id, board_id, 'note'))],
      points: 'points',
      emoji: 'emoji',
      noted_by: ['notedBy', (value) => (value === null ? undefined : expect.stringMatching(/^Max/))],
      logged_at: 'loggedAt',
      board_revision: ofBoard,
      total_after: ofBoard,
      score_after: none('derived: a sum of the activities'),
      undone_at: 'undoneAt',
      undone_by: ['undoneByMe', (value, { user_id }) => value === user_id],
      undone_revision: ofBoard,
      reactions_revision: ofBoard,
      through_zero: none('derived: told by the activities'),
    },
  },
  reaction: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ reactions }) => reactions,
    key: ['activity_id', 'activityId'],
    columns: {
      activity_id: 'activityId',
      board_id: 'boardId',
      user_id: none('the person'),
      emoji: 'emoji',
      board_revision: ofBoard,
      reacted_at: 'reactedAt',
    },
  },
  favourite_action: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ favourites }) => favourites,
    key: ['action_id', 'actionId'],
    columns: { board_id: 'boardId', user_id: none('the person'), action_id: 'actionId', marked_at: 'markedAt' },
  },
  'activity, undone': {
    rowsOf: ({ user_id, undone_by }, userId) => undone_by === userId && user_id !== userId,
    entries: ({ undone }) => undone,
    key: ['id', 'activityId'],
    columns: { id: 'activityId', board_id: 'boardId', undone_at: 'undoneAt' },
  },
  'activity, noted for others': {
    rowsOf: ({ noted_by }, userId) => noted_by === userId,
    entries: ({ notedForOthers = [] }) => notedForOthers,
    key: ['id', 'activityId'],
    columns: { id: 'activityId', board_id: 'boardId', logged_at: 'loggedAt' },
  },
  owed_loss: {
    rowsOf: ({ from_user, to_user }, userId) => [from_user, to_user].includes(userId),
    entries: ({ owedLosses = [] }) => owedLosses,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      action_id: 'actionId',
      title_sealed: ['title', (value, { id, board_id }) => decrypted(value, 'owed_loss', id, board_id)],
      points: 'points',
      emoji: 'emoji',
      from_user: ['role', (_, { points }) => points === -15 && expect.stringMatching(/^(noted|received)$/)],
      to_user: none('told by `role`, as far as it is the person'),
      made_at: 'madeAt',
      lapses_at: 'lapsesAt',
    },
  },
  board_request: {
    rowsOf: ({ from_user, to_user, joining_user }, userId) => [from_user, to_user, joining_user].includes(userId),
    entries: ({ requests }) => requests,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      title_sealed: [
        'boardTitle',
        (value, { id, board_id, ...row }) => (isProposed(row) ? null : decrypted(value, 'board_request', id, board_id)),
      ],
      icon: ofBoard,
      type: 'type',
      status: 'status',
      board_id: ['boardId', (value, row) => (isProposed(row) ? null : value)],
      from_user: ['role', (_, row) => roleOf(row)],
      to_user: ['role', (_, row) => roleOf(row)],
      joining_user: ['role', (_, row) => roleOf(row)],
      created_at: 'createdAt',
      answered_at: 'answeredAt',
    },
  },
  blocked_inviter: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ blocked }) => blocked,
    key: ['blocked_user', 'userId'],
    columns: { user_id: none('the person'), blocked_user: 'userId', created_at: 'since' },
  },
  deleted_board: { columns: { id_hash: none('of a board that is no more, and nobody knows whose it was') } },
  predefined_action: {
    columns: Object.fromEntries(['id', 'title', 'points', 'category', 'emoji', 'created_at'].map((name) => [name, fixed])),
  },
  emoji: { columns: Object.fromEntries(['id', 'symbol', 'category', 'position', 'created_at'].map((name) => [name, fixed])) },
  known_device: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ knownDevices }) => knownDevices,
    key: ['last_used_at', 'lastUsedAt'],
    columns: {
      id: none('tells the person nothing: wrong passwords are counted by it'),
      token_hash: none('secret: by which the device is known'),
      user_id: none('the person'),
      last_used_at: 'lastUsedAt',
    },
  },
  password_reset: {
    columns: {
      token_hash: none('secret: opens the account'),
      user_id: none('the person'),
      expires_at: none('gone within the hour'),
    },
  },
  single_link: {
    columns: {
      ...Object.fromEntries(['id', 'board_id', 'created_at', 'expires_at', 'used_at'].map((name) => [name, ofBoard])),
      token_hash: none('secret: opens the board to one person'),
    },
  },
  job: {
    columns: Object.fromEntries(
      ['id', 'kind', 'subject', 'due', 'attempts', 'last_failure', 'created_at'].map((name) => [
        name,
        none('gone once the mail is sent, or the rest erased'),
      ]),
    ),
  },
  daily_count: {
    columns: Object.fromEntries(['day', 'name', 'count'].map((name) => [name, none('of everybody together: nobody knows whose')])),
  },
  push_device: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ notifications }) => notifications.devices,
    key: ['session_id', 'sessionId'],
    columns: {
      session_id: 'sessionId',
      user_id: none('the person'),
      endpoint: 'endpoint',
      endpoint_hash: none('derived: of the endpoint'),
      ...Object.fromEntries(['p256dh', 'auth'].map((name) => [name, none("the browser's own: what is sent to it is encrypted with it")])),
      details: ['details', yes],
      time_zone: 'timeZone',
      quiet_from: 'quietFrom',
      quiet_to: 'quietTo',
      subscribed_at: 'subscribedAt',
    },
  },
  notification_choice: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ notifications }) => [notifications.kinds],
    columns: {
      user_id: none('the person'),
      ...Object.fromEntries(
        ['requests', 'points', 'reactions', 'seasons', 'achievements', 'nudges', 'recap'].map((name): [string, Column] => [
          name,
          [name, yes],
        ]),
      ),
    },
  },
  nudge: {
    rowsOf: ({ from_user, to_user }, userId) => [from_user, to_user].includes(userId),
    entries: ({ nudges }) => nudges,
    key: ['id', 'id'],
    columns: { id: 'id', board_id: 'boardId', from_user: 'from', to_user: 'to', day: 'day', sentence: 'sentence', nudged_at: 'nudgedAt' },
  },
  agreement: {
    rowsOf: ({ proposed_by }, userId) => proposed_by === userId,
    entries: ({ play }) => play.proposed,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      kind: 'kind',
      length: 'length',
      stake_sealed: ['stake', (value, { id, board_id }) => (value === null ? null : decrypted(value, 'agreement', id, board_id, 'stake'))],
      ties: 'ties',
      goal: 'goal',
      time_zone: 'timeZone',
      proposed_by: none('the person'),
      proposed_at: 'proposedAt',
      lapses_at: 'lapsesAt',
      outcome: 'outcome',
      settled_at: 'settledAt',
    },
  },
  agreement_yes: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ play }) => play.agreed,
    key: ['agreement_id', 'agreementId'],
    columns: { agreement_id: 'agreementId', user_id: none('the person'), said_at: 'saidAt' },
  },
  season: {
    columns: Object.fromEntries(
      [
        ...['id', 'board_id', 'number', 'kind', 'starts_on', 'last_day', 'stake_sealed', 'ties', 'goal'],
        ...['time_zone', 'starts_at', 'ends_at', 'first_revision', 'closed_at', 'closed_revision', 'won', 'paid_at', 'changed'],
      ].map((name) => [name, ofBoard]),
    ),
  },
  pause: {
    columns: Object.fromEntries(
      ['id', 'board_id', 'starts_on', 'last_day', 'time_zone', 'starts_at', 'ends_at', 'first_revision'].map((name) => [name, ofBoard]),
    ),
  },
  season_player: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ play }) => play.running,
    key: ['season_id', 'seasonId'],
    columns: {
      season_id: 'seasonId',
      user_id: none('the person'),
      points: 'points',
      actions: 'actions',
      joined_late: ['joinedLate', yes],
    },
  },
  season_place: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ play }) => play.places,
    key: ['season_id', 'seasonId'],
    columns: {
      season_id: 'seasonId',
      position: 'position',
      user_id: none('the person'),
      points: 'points',
      place: 'place',
      joined_late: ['joinedLate', yes],
      left_early: ['leftEarly', yes],
    },
  },
  contest: {
    rowsOf: ({ contested_by, answered_by }, userId) => [contested_by, answered_by].includes(userId),
    entries: ({ play }) => play.contests,
    key: ['id', 'id'],
    columns: {
      id: 'id',
      board_id: 'boardId',
      activity_id: 'activityId',
      contested_by: ['isMine', (value) => value === me],
      answered_by: none('the person, or whoever the activity is counted for'),
      day: 'day',
      emoji: 'emoji',
      opened_at: 'openedAt',
      kept_at: 'keptAt',
      outcome: 'outcome',
      how: 'how',
      settled_at: 'settledAt',
    },
  },
  contest_vote: {
    rowsOf: ({ user_id }, userId) => user_id === userId,
    entries: ({ play }) => play.votes,
    key: ['contest_id', 'contestId'],
    columns: { contest_id: 'contestId', user_id: none('the person'), is_void: ['isVoid', yes], voted_at: 'votedAt' },
  },
  board_look: {
    columns: Object.fromEntries(
      ['board_id', 'user_id', 'session_id', 'looks_until'].map((name) => [name, none('what is looked at, gone within two hours')]),
    ),
  },
  told_board: {
    columns: Object.fromEntries(
      ['session_id', 'board_id', 'revision', 'told_at', 'times'].map((name) => [
        name,
        none('what a device was told last, so that it is not told again'),
      ]),
    ),
  },
  push: {
    columns: Object.fromEntries(
      ['id', 'session_id', 'topic', 'about', 'from_revision', 'gathered_in', 'created_at', 'sent_at'].map((name) => [
        name,
        none('gone a day after it was sent'),
      ]),
    ),
  },
  epoch: { columns: { id: none('of the whole database: which history its revisions belong to') } },
  kysely_migration: { columns: { name: fixed, timestamp: fixed } },
  kysely_migration_lock: { columns: { id: fixed, is_locked: fixed } },
};

let me = '';
let administered = new Set<unknown>();
const isProposed = (row: Row) => roleOf(row) === 'proposed';
const roleOf = ({ from_user, to_user }: Row) => (from_user === me ? 'sent' : to_user === me ? 'received' : 'proposed');

// Read once, so that what opens a text need not wait.
const secrets = new Map<string, { decrypt(sealed: string, table: string, column: string, row: string): string }>();
function decrypted(sealed: unknown, table: string, row: unknown, boardId: unknown, column = 'title'): string | null {
  return secrets.get(String(boardId))?.decrypt(String(sealed), table, column, String(row)) ?? null;
}

describe('the inventory', () => {
  it('names every column of every table', () => {
    const named = Object.entries(inventory).flatMap(([table, { columns: own }]) =>
      table.includes(',') ? [] : Object.keys(own).map((column) => `${table}.${column}`),
    );
    expect(named.toSorted()).toEqual(columnsIn(config.dataDir).toSorted());
  });

  it('finds every value of a person in the export, and every value of the export in a row of theirs', async () => {
    const person = await richPerson();
    me = person.id;
    const before = print(config.dataDir);
    const document = await exportOf(person);
    expect(print(config.dataDir)).toBe(before);
    const tables = dump(config.dataDir);
    const boardIds = (tables['board'] ?? []).map(({ id }) => String(id));
    administered = new Set((tables['board'] ?? []).filter(({ created_by }) => created_by === me).map(({ id }) => id));
    for (const [boardId, boardSecrets] of await deps.boardKeys.ofAll(deps.database.read, boardIds)) secrets.set(boardId, boardSecrets);

    for (const [name, { columns, rowsOf, entries, key }] of Object.entries(inventory)) {
      if (!rowsOf || !entries) continue;
      const rows = (tables[name.split(',')[0] ?? ''] ?? []).filter((row) => rowsOf(row, person.id));
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) {
        const entry = entries(document).find((one) => !key || Reflect.get(one, key[1]) === row[key[0]]);
        expect(entry, `${name} ${String(row['id'])}`).toBeDefined();
        for (const [column, where] of Object.entries(columns)) {
          if (typeof where === 'object' && 'because' in where) continue;
          const [field, as] = typeof where === 'string' ? [where, (value: unknown) => value] : where;
          expect(Reflect.get(entry ?? {}, field), `${name}.${column}`).toEqual(as(row[column], row));
        }
      }
      if (name !== 'board') expect(entries(document), name).toHaveLength(rows.length);
    }
  });
});

/** The names of all fields of a JSON Schema, at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

describe('the document', () => {
  it('is what the contract says, as a file', async () => {
    const person = await richPerson();
    const asked = Date.now();
    const { body, headers, text } = await person.tries('GET /api/account/export');
    expect(exportedData.parse(body)).toEqual(body);
    expect(JSON.parse(text)).toEqual(body);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="ou-la-la-export.json"');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ version: 1, preferences: { consentAsked: true, analytics: true } });
    expect(body.exportedAt).toBeGreaterThanOrEqual(asked);
    expect(body.exportedAt).toBeLessThanOrEqual(Date.now());
    expect(body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('is described field by field in docs/export.md', () => {
    const text = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8');
    const sections = new Map(text.split('\n## `').map((section) => [section.split('`', 1)[0] ?? '', section]));
    const undescribed = Object.entries(exportedData.shape).flatMap(([name, schema]) => {
      const fields = fieldsIn(z.toJSONSchema(schema));
      const section = sections.get(name) ?? (fields.length === 0 && text.includes(`| \`${name}\` |`) ? text : '');
      return section === '' ? [name] : fields.filter((field) => !section.includes(`\`${field}\``)).map((field) => `${name}.${field}`);
    });
    expect(undescribed).toEqual([]);
  });

  it('names a board only while the person is a member of it', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte', 'Ancien');
    const [kept, left] = [await boardOf(host, [guest], { title: 'Gardé' }), await boardOf(host, [guest], { title: 'Quitté' })];
    await log(guest, left, 'dishes');
    await log(guest, kept, 'breakfast');
    await remove(host, left, guest);
    await host.does('PATCH /api/boards/:boardId', { params: { boardId: left.id }, body: { title: 'Rebaptisé sans vous' } });
    const { body, text } = await guest.tries('GET /api/account/export');
    // Both may be of one millisecond: then either can be the newer.
    expect(new Map(body.activities.map(({ title, boardTitle }) => [title, boardTitle]))).toEqual(
      new Map([
        ['Petit-déj au lit', 'GARDÉ'],
        ['Vaisselle oubliée', null],
      ]),
    );
    expect(text).not.toContain('REBAPTISÉ');
    // As it was called when they were invited, which they were told then.
    expect(new Set(body.requests.map(({ boardTitle }) => boardTitle))).toEqual(new Set(['GARDÉ', 'QUITTÉ']));
  });

  it('says of a proposal that it was made, and no more', async () => {
    const [host, member, proposed] = await testApp.signUpAll('Hôtesse', 'Membre', 'Proposée');
    const board = await boardOf(host, [member], { title: 'Secret' });
    await invite(member, board, 'Proposée', 'member_invitation');
    const { body, text } = await proposed.tries('GET /api/account/export');
    expect(body.requests).toMatchObject([{ role: 'proposed', status: 'pending', boardId: null, boardTitle: null }]);
    for (const trace of ['SECRET', board.id, host.id, member.id, 'Membre']) expect(text).not.toContain(trace);
  });

  it('forgets the requests about a deleted board', async () => {
    const [host, guest] = await testApp.signUpAll('Effaceuse', 'Convié');
    const board = await boardOf(host, [], { title: 'Effacé', invited: [guest] });
    await host.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    expect((await exportOf(guest)).requests).toEqual([]);
  });

  it('of somebody who did nothing is empty and whole', async () => {
    const someone = await testApp.signUp('Discrète');
    expect(await exportOf(someone)).toMatchObject({
      boards: [],
      actions: [],
      proposals: [],
      activities: [],
      undone: [],
      reactions: [],
      favourites: [],
      requests: [],
      sessions: [{ isCurrent: true }],
    });
  });

  it('is asked for ten times an hour at most', async () => {
    const someone = await testApp.signUp('Insistante');
    for (let call = 0; call < 10; call++) await exportOf(someone);
    expect(await someone.tries('GET /api/account/export')).toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});

describe('one person', () => {
  it('has one export made at a time: the next is refused until the first is read or left, and nobody else is', async () => {
    const [eager, other] = await testApp.signUpAll('Empressée', 'Voisine');
    const caller = await eager.caller();
    const first = await exportAccount(deps, caller);
    for (let call = 0; call < 12; call++)
      expect(await eager.tries('GET /api/account/export')).toMatchObject({
        status: 429,
        code: 'export_under_way',
        message: 'Un export de vos données est déjà en cours. Attendez sa fin avant de recommencer.',
      });
    expect((await other.tries('GET /api/account/export')).status).toBe(200);
    first.destroy();
    await once(first, 'close');

    const second = await exportAccount(deps, caller);
    expect((await eager.tries('GET /api/account/export')).code).toBe('export_under_way');
    expect(await readAll(second)).toContain('Empressée');
    expect((await eager.tries('GET /api/account/export')).status).toBe(200);
  });

  it('a HEAD request makes no document and counts as no export', async () => {
    const careful = await testApp.signUp('Économe');
    const held = await exportAccount(deps, await careful.caller());
    for (let call = 0; call < 12; call++) {
      const { status, headers, text: body } = await careful.sends({ method: 'HEAD', url: '/api/account/export' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="ou-la-la-export.json"',
      });
    }
    held.destroy();
    await once(held, 'close');
    for (let call = 0; call < 9; call++) await exportOf(careful);
  });

  it('finds what they logged newest first over all boards, however much others did there', async () => {
    const [busy, other] = await testApp.signUpAll('Partout', 'Partenaire');
    for (const [own, others] of [
      [1, 0],
      [199, 700],
      [200, 0],
      [201, 450],
      [450, 30],
    ] as const) {
      const board = await boardOf(busy, [other]);
      await plant(busy.id, board, own);
      await plant(other.id, board, others, 5000);
    }
    const empty = await boardOf(busy, [other]);
    await plant(other.id, empty, 250);
    const rows = (dump(config.dataDir)['activity'] ?? []).filter(({ user_id }) => user_id === busy.id);
    const expected = rows.map(({ id, logged_at }) => ({ id: String(id), loggedAt: Number(logged_at) }));
    expected.sort((a, b) => b.loggedAt - a.loggedAt || (a.id < b.id ? 1 : -1));
    expect(new Set(expected.map(({ loggedAt }) => loggedAt)).size).toBeLessThan(expected.length);
    const { activities } = await exportOf(busy);
    expect(activities.map(({ id, loggedAt }) => ({ id, loggedAt }))).toEqual(expected);
  });
});

describe('a long one', async () => {
  const [many, other] = await testApp.signUpAll('Prolixe', 'Autre');
  const board = await boardOf(many, [other]);
  await log(many, board, 'breakfast');
  const planted = 10_000;
  await plant(many.id, board, planted);

  it('is whole, newest first, and gives others their turn after every page', async () => {
    const caller = await many.caller();
    let turns = 0;
    let reading = true;
    const count = () => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    let text = '';
    for await (const chunk of await exportAccount(deps, caller)) text += String(chunk);
    reading = false;
    const { activities, account } = JSON.parse(text) as ExportedData;
    expect(activities).toHaveLength(planted + 1);
    expect(activities.every(({ loggedAt }, index) => loggedAt <= (activities[index - 1]?.loggedAt ?? Infinity))).toBe(true);
    expect(account.actionsCount).toBe(planted + 1);
    // Once while they are looked up and once while they are read.
    expect(turns).toBeGreaterThan((2 * planted) / 200);
  });

  it('is of one moment, whatever happens meanwhile', async () => {
    const caller = await many.caller();
    const document = await exportAccount(deps, caller);
    let text = '';
    let logs = 0;
    for await (const chunk of document) {
      text += String(chunk);
      if (logs++ < 20) await log(many, board, 'dishes');
    }
    const { account, activities } = JSON.parse(text) as ExportedData;
    expect(activities).toHaveLength(account.actionsCount);
    expect(activities.reduce((sum, { points }) => sum + points, 0)).toBe(account.points);
  });

  it('that is broken off lets go of the database', async () => {
    const port = await testApp.port();
    await new Promise<void>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '/api/account/export', headers: { cookie: many.cookie ?? '' } }, (reply) => {
        reply.once('data', () => {
          call.destroy();
          resolve();
        });
        reply.on('error', () => undefined);
      });
      call.on('error', reject);
      call.end();
    });
    // Others go on reading and writing while it is there, and after it.
    await log(other, board, 'breakfast');
    await expect.poll(() => isHeld(config.dataDir)).toBe(false);
  });
});

/** So many activities of a person, each of a point, in no order of time. */
async function plant(userId: string, { id: boardId, breakfast }: TestBoard, count: number, firstRevision = 1000): Promise<void> {
  const boardSecrets = await deps.boardKeys.of(deps.database.read, boardId);
  tamperAtOnce(config.dataDir, (run) => {
    for (let index = 0; index < count; index++) {
      const id = randomUUID();
      const sealed = boardSecrets.seal('Bisou', 'activity', 'title', id);
      run(
        `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
         values (?, ?, ?, ?, ?, 1, null, ?, ?, 0, 0)`,
        ...[id, boardId, userId, breakfast, sealed, 1_000_000 + ((index * 7919) % count), firstRevision + index],
      );
    }
    run('update board set total_points = total_points + ?, revision = revision + ? where id = ?', count, count + firstRevision, boardId);
    run('update board_member set score = score + ? where board_id = ? and user_id = ?', count, boardId, userId);
    run('update user set points = points + ?, actions_count = actions_count + ? where id = ?', count, count, userId);
  });
}

/** Somebody of whom every table that can knows something. */
async function richPerson(): Promise<Someone> {
  const suffix = randomUUID().slice(0, 4);
  const [person, max, zoe] = await testApp.signUpAll(`Riche${suffix}`, `Max${suffix}`, `Zoé${suffix}`);
  const [own, joined, left] = [await boardOf(person, [max]), await boardOf(max, [person]), await boardOf(zoe, [person])];
  for (const board of [own, joined, left]) await log(person, board, 'breakfast');
  await undo(person, own, (await log(person, own, 'dishes')).activity.id);
  await undo(max, joined, (await log(person, joined, 'dishes')).activity.id);
  await undo(person, own, (await log(max, own, 'dishes')).activity.id);
  await react(person, own, (await log(max, own, 'breakfast')).activity.id);
  const { activity } = await log(person, own, 'breakfast');
  await react(max, own, activity.id);
  await playedSeason(testApp, own, [person, max]);
  await agree(testApp, own, [person, max], goal);
  await agree(testApp, joined, [person]);
  await agree(testApp, own, [person, max], contests);
  await contest(testApp, own, person, max);
  await contest(testApp, own, max, person, { kept: true });
  await person.does('PUT /api/boards/:boardId/activities/:activityId/note', {
    params: { boardId: own.id, activityId: activity.id },
    body: { note: 'Au lit' },
  });
  for (const [noting, other] of [
    [person, max],
    [max, person],
  ] as const)
    await noting.does('POST /api/boards/:boardId/activities', {
      params: { boardId: own.id },
      body: { id: randomUUID(), actionId: own.breakfast, for: other.id },
    });
  for (const [noting, other] of [
    [person, max],
    [max, person],
  ] as const)
    await noting.does('POST /api/boards/:boardId/owed-losses', {
      params: { boardId: own.id },
      body: { id: randomUUID(), actionId: own.dishes, for: other.id },
    });
  await person.does('POST /api/boards/:boardId/proposals', {
    params: { boardId: joined.id },
    body: { title: 'Tour du parc', points: 15, category: 'dehors', emoji: '🌳' },
  });
  await mark(person, own);
  await mark(max, own);
  await remove(person, left, person);
  await ask(person, left);
  await zoe.does('POST /api/requests/:requestId/rejection', { params: { requestId: (await waiting(zoe, left.id)).id } });
  await ask(zoe, own);
  await accept(person, own.id);
  await invite(max, joined, zoe.name);
  await accept(zoe, joined.id);
  await agree(testApp, joined, [max, person, zoe], contests);
  const voted = { boardId: joined.id, contestId: await contest(testApp, joined, max, zoe, { kept: true }) };
  await person.does('PUT /api/boards/:boardId/contests/:contestId/vote', { params: voted, body: { isVoid: false } });
  const foreign = await boardOf(max, [zoe]);
  await invite(zoe, foreign, person.name, 'member_invitation');
  await boardOf(zoe, [], { invited: [person] }).then(async ({ id }) => {
    const invitation = await waiting(person, id);
    await person.does('POST /api/requests/:requestId/block', { params: { requestId: invitation.id } });
  });
  await person.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: own.id, week: lastWeek() } });
  await person.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: own.id, userId: max.id } });
  await max.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: joined.id, userId: person.id } });
  await person.does('PUT /api/recap-mail');
  await person.elsewhere();
  await resetToken(testApp, person);
  await person.does('PATCH /api/account/preferences', { body: { analytics: true, screenshotProtection: false } });
  await person.does('PATCH /api/notifications', { body: { kinds: { achievements: true, points: false } } });
  await person.does('PUT /api/notifications/device', { body: { ...subscription(), details: true, quietFrom: 21 } });
  await person.does('PUT /api/boards/:boardId/mute', { params: { boardId: joined.id } });
  return person;
}
