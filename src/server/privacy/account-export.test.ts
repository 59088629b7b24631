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
import { addPasskey, passkeyOrigin } from '../../../tests/passkeys.ts';
import {
  accept,
  boardOf,
  type TestBoard,
  log,
  password,
  startTestApp,
  remove,
  resetToken,
  type Someone,
  waiting,
} from '../../../tests/test-app.ts';
import { programOf } from '../../../tests/programs.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { chooseLastWeek, lastWeek, playLastWeek } from '../../../tests/last-week.ts';
import { columnsIn, dump, isHeld, tamperAtOnce, print } from '../../../tests/database-state.ts';
import { wallBy } from '../../../tests/walls.ts';
import { exportAccount } from './account-export.ts';

const testApp = await startTestApp({ boundless: true, hasty: true, config: { smtpUrl: 'smtp://127.0.0.1:9', origin: passkeyOrigin } });
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
  /** Which rows are about a person, where that is not told by `user_id`. */
  rowsOf?: (row: Row, userId: string) => boolean;
  /** The entries of the export that stand for them; for tables that have any. */
  entries?: (document: ExportedData) => object[];
  /** The columns that pair a row with its entry, by the field. Without them there is one entry. */
  key?: [column: string, field: string];
}

const columns = (names: readonly string[], column: (field: string) => Column) =>
  Object.fromEntries(names.map((name) => [name, column(name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))]));
/** Columns whose field has their name, in the export's way to write it. */
const fields = (...names: string[]) => columns(names, (field) => field);
const truths = (...names: string[]) => columns(names, (field) => [field, (value) => value === 1]);
const without = (because: string, ...names: string[]) => columns(names, () => ({ because }));
/** A sealed text, in the field that is called as the column is without its seal. */
const sealed = (table: string, column = 'title'): Record<string, Column> => ({
  [`${column}_sealed`]: [column, (value, { id, board_id }) => (value === null ? null : decrypted(value, table, id, board_id, column))],
});
const thePerson = without('the person', 'user_id');
const ofBoard = (...names: string[]) => without("other people's: what the board is, not the person", ...names);
const fixed = (...names: string[]) => without('the same for everybody', ...names);
const counted = without('derived: sums of the activities', 'points_gained', 'losses_count');

/** Every table and column of the database. */
const inventory: Record<string, Inventoried> = {
  user: {
    rowsOf: ({ id }, userId) => id === userId,
    entries: ({ account, preferences }) => [{ ...account, ...preferences }],
    columns: {
      ...fields(
        'id',
        'email',
        'username',
        'avatar',
        'points',
        'boards_count',
        'actions_count',
        'created_at',
        'updated_at',
        'passkey_handle',
      ),
      ...without('derived: the username folded for comparison', 'username_key'),
      ...without('derived: what the username looks like', 'username_skeleton'),
      ...counted,
      ...truths('data_collection', 'analytics', 'online_status', 'essential_cookies', 'screenshot_protection'),
    },
  },
  session: {
    entries: ({ sessions }) => sessions,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'device', 'created_at', 'last_active_at'),
      ...without('secret: opens the account', 'token_hash'),
      ...thePerson,
      ...without('derived: 30 days after the last activity', 'expires_at'),
    },
  },
  passkey: {
    entries: ({ passkeys }) => passkeys,
    key: ['credential_id', 'credentialId'],
    columns: {
      ...fields('credential_id', 'name', 'rp_id', 'counter', 'created_at', 'last_used_at'),
      aaguid: 'kind',
      transports: ['transports', (value) => String(value).split(',')],
      backup_eligible: ['isSynced', (value) => value === 1],
      backed_up: ['isBackedUp', (value) => value === 1],
      ...thePerson,
      ...without('what the address of a change names it by', 'id'),
      ...without('signatures of the device are compared with it', 'public_key'),
    },
  },
  used_challenge: { columns: without('of nobody, gone within the hour', 'challenge_hash', 'expires_at') },
  password: { columns: { ...thePerson, ...without('secret: hash of the password', 'hash') } },
  board: {
    rowsOf: ({ created_by }, userId) => created_by === userId,
    entries: ({ boards }) => boards,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'theme', 'icon', 'time_zone', 'play_mode'),
      title_sealed: ['title', (value, { id }) => decrypted(value, 'board', id, id)],
      created_by: ['isAdministrator', () => true],
      ...ofBoard('total_points', 'revision', 'members_revision', 'actions_revision', 'settings_revision', 'activities_revision'),
      ...ofBoard(
        'play_revision',
        'contests_on',
        'link_enabled',
        'heard',
        'hooked',
        'recap_week',
        'gesture_week',
        'film_year',
        'film_anniversary',
        'created_at',
        'updated_at',
      ),
      ...without('derived: counted from the days', 'lit_on', 'flame_days', 'flame_jokers', 'flame_record'),
      ...without('derived: counted from the days', 'joker_used_on', 'flame_revision'),
      ...without('of the board, and of nobody in it', 'kept_record', 'kept_record_seal'),
    },
  },
  board_key: { columns: without('secret: opens the board', 'board_id', 'wrapped_key', 'master_key_id') },
  sealed_secret: { columns: without("secret: the server's own", 'name', 'sealed', 'master_key_id') },
  board_member: {
    entries: ({ boards, notifications }) =>
      boards.map((board) => ({ ...board, ...notifications.boards.find(({ boardId }) => boardId === board.id) })),
    key: ['board_id', 'id'],
    columns: {
      board_id: 'id',
      ...thePerson,
      ...fields('score', 'joined_at', 'recap_seen', 'film_year_seen', 'film_anniversary_seen', 'seen_revision'),
      ...truths('muted', 'left_out'),
      ...without('derived: a count of the activities', 'actions_count'),
      ...counted,
    },
  },
  webhook: {
    columns: {
      ...without('of the board, and of nobody in it', 'id', 'board_id', 'off', 'made_at', 'old_secret_until'),
      ...without('secret: opens what the board tells', 'request_sealed', 'secret_sealed', 'old_secret_sealed'),
    },
  },
  webhook_delivery: {
    columns: {
      ...without('of the board, and of nobody in it', 'id', 'webhook_id', 'type', 'state', 'tries', 'answer', 'created_at', 'tried_at'),
      ...without('said by the activities there', 'about'),
    },
  },
  film: { columns: without('derived: told by the activities', 'id', 'board_id', 'period', 'facts_sealed', 'made_at') },
  recap_mail: {
    entries: ({ recapMail }) => (recapMail ? [recapMail] : []),
    key: ['created_at', 'since'],
    columns: {
      ...thePerson,
      ...without('secret: ends the mails', 'token'),
      ...without('derived: the week of the last mail', 'week'),
      created_at: 'since',
    },
  },
  former_member: {
    columns: {
      ...without('said by the activities there', 'board_id'),
      ...thePerson,
      ...without('derived: a sum of the activities', 'score', 'actions_count'),
      ...counted,
    },
  },
  achievement: {
    entries: ({ achievements }) => achievements,
    key: ['achievement_id', 'id'],
    columns: {
      ...thePerson,
      achievement_id: 'id',
      ...fields('unlocked_at'),
      ...without('a repeated log finds by it what it unlocked', 'activity_id'),
      ...without('for who is told there', 'earned_on', 'earned_revision'),
      ...without('for the undo alone', 'times', 'kept'),
    },
  },
  member_day: {
    columns: {
      ...without('said by the activities there', 'board_id'),
      ...thePerson,
      ...without('derived: sums of the activities', 'day', 'gained', 'lost', 'actions', 'streak'),
    },
  },
  board_action: {
    rowsOf: ({ board_id, retired_at }) => administered.has(board_id) && retired_at === null,
    entries: ({ actions }) => actions,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'points', 'emoji'),
      ...sealed('board_action'),
      ...sealed('board_action', 'category'),
      ...ofBoard('position', 'created_at'),
      ...without('only those in use are there', 'retired_at'),
    },
  },
  action_proposal: {
    rowsOf: ({ proposed_by }, userId) => proposed_by === userId,
    entries: ({ proposals }) => proposals,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'points', 'emoji', 'proposed_at'),
      ...without('the person', 'proposed_by'),
      ...sealed('action_proposal'),
      ...sealed('action_proposal', 'category'),
    },
  },
  activity: {
    entries: ({ activities }) => activities,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'action_id', 'points', 'emoji', 'logged_at', 'undone_at'),
      ...thePerson,
      ...sealed('activity'),
      note_sealed: ['note', (value, { id, board_id }) => (value === null ? undefined : decrypted(value, 'activity', id, board_id, 'note'))],
      played_at: ['playedAt', (value) => value ?? undefined],
      noted_by: ['notedBy', (value) => (value === null ? undefined : expect.stringMatching(/^Max/))],
      undone_by: ['undoneByMe', (value, { user_id }) => value === user_id],
      ...ofBoard('board_revision', 'total_after', 'undone_revision', 'reactions_revision'),
      ...without('derived: a sum of the activities', 'score_after'),
      ...without('derived: told by the activities', 'through_zero'),
    },
  },
  reaction: {
    entries: ({ reactions }) => reactions,
    key: ['activity_id', 'activityId'],
    columns: { ...fields('activity_id', 'board_id', 'emoji', 'reacted_at'), ...thePerson, ...ofBoard('board_revision') },
  },
  gesture: {
    rowsOf: ({ chosen_by }, userId) => chosen_by === userId,
    entries: ({ gestures }) => gestures ?? [],
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'week', 'activity_id', 'chosen_at', 'closes_at', 'revealed_at'),
      ...sealed('gesture', 'words'),
      ...without('the person', 'chosen_by'),
    },
  },
  code: {
    rowsOf: ({ made_by }, userId) => made_by === userId,
    entries: ({ codes }) => codes ?? [],
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'action_id', 'to_user', 'made_at', 'used_on'),
      ...sealed('code', 'code'),
      ...sealed('code', 'name'),
      ...without('derived: of the code', 'code_hash'),
      ...without('the person', 'made_by'),
    },
  },
  favourite_action: {
    entries: ({ favourites }) => favourites,
    key: ['action_id', 'actionId'],
    columns: { ...fields('board_id', 'action_id', 'marked_at'), ...thePerson },
  },
  wall: {
    entries: ({ walls }) => walls ?? [],
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'opened_at'),
      ...truths('logs'),
      ...without('secret: makes a browser the wall', 'token_hash'),
      ...without('secret: hash of the code that ends it', 'code_hash'),
      ...thePerson,
      seen_at: 'lastSeenAt',
    },
  },
  'activity, undone': {
    rowsOf: ({ user_id, undone_by }, userId) => undone_by === userId && user_id !== userId,
    entries: ({ undone }) => undone,
    key: ['id', 'activityId'],
    columns: { id: 'activityId', ...fields('board_id', 'undone_at') },
  },
  'activity, noted for others': {
    rowsOf: ({ noted_by }, userId) => noted_by === userId,
    entries: ({ notedForOthers = [] }) => notedForOthers,
    key: ['id', 'activityId'],
    columns: { id: 'activityId', ...fields('board_id', 'logged_at') },
  },
  owed_loss: {
    rowsOf: ({ from_user, to_user }, userId) => [from_user, to_user].includes(userId),
    entries: ({ owedLosses = [] }) => owedLosses,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'action_id', 'points', 'emoji', 'made_at', 'lapses_at'),
      ...sealed('owed_loss'),
      from_user: ['role', (_, { points }) => points === -15 && expect.stringMatching(/^(noted|received)$/)],
      ...without('told by `role`, as far as it is the person', 'to_user'),
    },
  },
  board_request: {
    rowsOf: ({ from_user, to_user, joining_user }, userId) => [from_user, to_user, joining_user].includes(userId),
    entries: ({ requests }) => requests,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'type', 'status', 'created_at', 'answered_at'),
      title_sealed: [
        'boardTitle',
        (value, { id, board_id, ...row }) => (isProposed(row) ? null : decrypted(value, 'board_request', id, board_id)),
      ],
      ...ofBoard('icon'),
      board_id: ['boardId', (value, row) => (isProposed(row) ? null : value)],
      ...columns(['from_user', 'to_user', 'joining_user'], () => ['role', (_, row) => roleOf(row)]),
    },
  },
  blocked_inviter: {
    entries: ({ blocked }) => blocked,
    key: ['blocked_user', 'userId'],
    columns: { ...thePerson, blocked_user: 'userId', created_at: 'since' },
  },
  deleted_board: { columns: without('of a board that is no more, and nobody knows whose it was', 'id_hash') },
  predefined_action: { columns: fixed('id', 'title', 'points', 'category', 'emoji', 'created_at') },
  emoji: { columns: fixed('id', 'symbol', 'category', 'position', 'created_at') },
  known_device: {
    entries: ({ knownDevices }) => knownDevices,
    key: ['last_used_at', 'lastUsedAt'],
    columns: {
      ...without('tells the person nothing: wrong passwords are counted by it', 'id'),
      ...without('secret: by which the device is known', 'token_hash'),
      ...thePerson,
      ...fields('last_used_at'),
    },
  },
  token: {
    entries: ({ tokens }) => tokens,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'name', 'rights', 'created_at', 'expires_at', 'used_on'),
      ...thePerson,
      ...without('secret: reads and logs for the person', 'token_hash'),
      ...without('derived: null as boards says it', 'all_boards'),
    },
  },
  token_board: { columns: without('in the boards of the token', 'token_id', 'board_id') },
  token_log: { columns: without('gone within two hours', 'activity_id', 'token_id', 'logged_at') },
  password_reset: {
    columns: {
      ...without('secret: opens the account', 'token_hash'),
      ...thePerson,
      ...without('gone within the hour', 'expires_at'),
    },
  },
  single_link: {
    columns: {
      ...ofBoard('id', 'board_id', 'created_at', 'expires_at', 'used_at'),
      ...without('secret: opens the board to one person', 'token_hash'),
    },
  },
  job: {
    columns: without(
      'gone once the mail is sent, or the rest erased',
      ...['id', 'kind', 'subject', 'due', 'attempts', 'last_failure', 'created_at'],
    ),
  },
  daily_count: { columns: without('of everybody together: nobody knows whose', 'day', 'name', 'count') },
  push_device: {
    entries: ({ notifications }) => notifications.devices,
    key: ['session_id', 'sessionId'],
    columns: {
      ...fields('session_id', 'endpoint', 'time_zone', 'quiet_from', 'quiet_to', 'subscribed_at'),
      ...thePerson,
      ...without('derived: of the endpoint', 'endpoint_hash'),
      ...without("the browser's own: what is sent to it is encrypted with it", 'p256dh', 'auth'),
      ...truths('details'),
    },
  },
  notification_choice: {
    entries: ({ notifications }) => [notifications.kinds],
    columns: { ...thePerson, ...truths('requests', 'points', 'reactions', 'seasons', 'achievements', 'nudges', 'recap') },
  },
  nudge: {
    rowsOf: ({ from_user, to_user }, userId) => [from_user, to_user].includes(userId),
    entries: ({ nudges }) => nudges,
    key: ['id', 'id'],
    columns: { ...fields('id', 'board_id', 'day', 'sentence', 'nudged_at'), from_user: 'from', to_user: 'to' },
  },
  agreement: {
    rowsOf: ({ proposed_by }, userId) => proposed_by === userId,
    entries: ({ play }) => play.proposed,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'kind', 'length', 'ties', 'goal', 'time_zone', 'proposed_at', 'lapses_at', 'outcome', 'settled_at'),
      ...sealed('agreement', 'stake'),
      ...without('the person', 'proposed_by'),
    },
  },
  agreement_yes: {
    entries: ({ play }) => play.agreed,
    key: ['agreement_id', 'agreementId'],
    columns: { ...fields('agreement_id', 'said_at'), ...thePerson },
  },
  season: {
    columns: ofBoard(
      ...['id', 'board_id', 'number', 'kind', 'starts_on', 'last_day', 'stake_sealed', 'ties', 'goal'],
      ...['time_zone', 'starts_at', 'ends_at', 'first_revision', 'closed_at', 'closed_revision', 'won', 'paid_at', 'changed'],
    ),
  },
  pause: { columns: ofBoard('id', 'board_id', 'starts_on', 'last_day', 'time_zone', 'starts_at', 'ends_at', 'first_revision') },
  season_player: {
    entries: ({ play }) => play.running,
    key: ['season_id', 'seasonId'],
    columns: { ...fields('season_id', 'points', 'actions'), ...thePerson, ...truths('joined_late') },
  },
  season_place: {
    entries: ({ play }) => play.places,
    key: ['season_id', 'seasonId'],
    columns: { ...fields('season_id', 'position', 'points', 'place'), ...thePerson, ...truths('joined_late', 'left_early') },
  },
  contest: {
    rowsOf: ({ contested_by, answered_by }, userId) => [contested_by, answered_by].includes(userId),
    entries: ({ play }) => play.contests,
    key: ['id', 'id'],
    columns: {
      ...fields('id', 'board_id', 'activity_id', 'day', 'emoji', 'opened_at', 'kept_at', 'outcome', 'how', 'settled_at'),
      contested_by: ['isMine', (value) => value === me],
      ...without('the person, or whoever the activity is counted for', 'answered_by'),
    },
  },
  contest_vote: {
    entries: ({ play }) => play.votes,
    key: ['contest_id', 'contestId'],
    columns: { ...fields('contest_id', 'voted_at'), ...thePerson, ...truths('is_void') },
  },
  board_look: { columns: without('what is looked at, gone within two hours', 'board_id', 'user_id', 'session_id', 'looks_until') },
  told_board: {
    columns: without(
      'what a device was told last, so that it is not told again',
      ...['session_id', 'board_id', 'revision', 'told_at', 'times'],
    ),
  },
  push: {
    columns: without(
      'gone a day after it was sent',
      ...['id', 'session_id', 'topic', 'about', 'from_revision', 'gathered_in', 'created_at', 'sent_at'],
    ),
  },
  epoch: { columns: without('of the whole database: which history its revisions belong to', 'id') },
  kysely_migration: { columns: fixed('name', 'timestamp') },
  kysely_migration_lock: { columns: fixed('id', 'is_locked') },
};

let me = '';
let administered = new Set<unknown>();
const isProposed = (row: Row) => roleOf(row) === 'proposed';
const roleOf = ({ from_user, to_user }: Row) => (from_user === me ? 'sent' : to_user === me ? 'received' : 'proposed');

// Read once, so that what opens a text need not wait.
const secrets = new Map<string, { decrypt(text: string, table: string, column: string, row: string): string }>();
function decrypted(text: unknown, table: string, row: unknown, boardId: unknown, column = 'title'): string | null {
  return secrets.get(String(boardId))?.decrypt(String(text), table, column, String(row)) ?? null;
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

    const isOwn = ({ user_id }: Row, userId: string) => user_id === userId;
    for (const [name, { columns: own, rowsOf = isOwn, entries, key }] of Object.entries(inventory)) {
      if (!entries) continue;
      const rows = (tables[name.split(',')[0] ?? ''] ?? []).filter((row) => rowsOf(row, person.id));
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) {
        const entry = entries(document).find((one) => !key || Reflect.get(one, key[1]) === row[key[0]]);
        expect(entry, `${name} ${String(row['id'])}`).toBeDefined();
        for (const [column, where] of Object.entries(own)) {
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
      const names = fieldsIn(z.toJSONSchema(schema));
      const section = sections.get(name) ?? (names.length === 0 && text.includes(`| \`${name}\` |`) ? text : '');
      return section === '' ? [name] : names.filter((field) => !section.includes(`\`${field}\``)).map((field) => `${name}.${field}`);
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

  it('of somebody who did nothing is empty and whole', async () => {
    const someone = await testApp.signUp('Discrète');
    const lists = ['boards', 'actions', 'proposals', 'activities', 'undone', 'reactions', 'favourites', 'requests'];
    const empty = Object.fromEntries(lists.map((name) => [name, []]));
    expect(await exportOf(someone)).toMatchObject({ ...empty, sessions: [{ isCurrent: true }] });
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
    let text = '';
    let logs = 0;
    for await (const chunk of await exportAccount(deps, await many.caller())) {
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
      const title = boardSecrets.seal('Bisou', 'activity', 'title', id);
      run(
        `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
         values (?, ?, ?, ?, ?, 1, null, ?, ?, 0, 0)`,
        ...[id, boardId, userId, breakfast, title, 1_000_000 + ((index * 7919) % count), firstRevision + index],
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
  await addPasskey(person, password);
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
  const params = { boardId: own.id };
  for (const [noting, other] of [
    [person, max],
    [max, person],
  ] as const) {
    const noted = { params, body: { id: randomUUID(), actionId: own.breakfast, for: other.id } };
    await noting.does('POST /api/boards/:boardId/activities', noted);
    await noting.does('POST /api/boards/:boardId/owed-losses', { params, body: { ...noted.body, id: randomUUID(), actionId: own.dishes } });
  }
  const proposal = { title: 'Tour du parc', points: 15, category: 'dehors', emoji: '🌳' };
  await person.does('POST /api/boards/:boardId/proposals', { params: { boardId: joined.id }, body: proposal });
  await person.does('PUT /api/boards/:boardId/activities/:activityId/note', {
    params: { ...params, activityId: activity.id },
    body: { note: 'Au lit' },
  });
  const lately = await playLastWeek(testApp, own, max);
  await chooseLastWeek(testApp, own, lately, zoe);
  await person.does('PUT /api/boards/:boardId/gesture', { params, body: { activityId: lately, words: 'Un régal' } });
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
  const invitation = await waiting(person, (await boardOf(zoe, [], { invited: [person] })).id);
  await person.does('POST /api/requests/:requestId/block', { params: { requestId: invitation.id } });
  await person.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: own.id, week: lastWeek() } });
  await person.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: own.id, userId: max.id } });
  await max.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: joined.id, userId: person.id } });
  const { code } = await person.does('POST /api/codes', { body: { name: 'Cuisine', boardId: own.id, actionId: own.breakfast } });
  await max.does('POST /api/boards/:boardId/activities', { params, body: { id: randomUUID(), actionId: own.breakfast, code } });
  await person.does('POST /api/codes', { body: { name: 'Frigo', boardId: own.id, userId: max.id } });
  await person.does('PUT /api/recap-mail');
  await (await programOf(person, { boards: [own.id] })).asks('GET /api/boards');
  await programOf(person, { lasts: 'forever' });
  await person.elsewhere();
  await wallBy(person, own);
  await wallBy(max, own);
  await resetToken(testApp, person);
  await person.does('PATCH /api/account/preferences', { body: { analytics: true, screenshotProtection: false } });
  await person.does('PATCH /api/notifications', { body: { kinds: { achievements: true, points: false } } });
  await person.does('PUT /api/notifications/device', { body: { ...subscription(), details: true, quietFrom: 21 } });
  await person.does('PUT /api/boards/:boardId/mute', { params: { boardId: joined.id } });
  return person;
}
