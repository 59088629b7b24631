/** What the export says of every table and column of the database, or why it does not. */
import { expect } from 'vitest';
import type { ExportedData } from '#shared/export';

export type Row = Record<string, unknown>;
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
const thePerson = without('the person', 'user_id');
const ofBoard = (...names: string[]) => without("other people's: what the board is, not the person", ...names);
const fixed = (...names: string[]) => without('the same for everybody', ...names);
const counted = without('derived: sums of the activities', 'points_gained', 'losses_count');

/** Whose export it is, and what they may read. */
export interface Reader {
  me: string;
  /** The ids of the boards that they administer. */
  administered: ReadonlySet<unknown>;
  decrypted: (text: unknown, table: string, row: unknown, boardId: unknown, column?: string) => string | null;
}

/** Every table and column of the database. */
export function inventoryFor({ me, administered, decrypted }: Reader): Record<string, Inventoried> {
  /** A sealed text, in the field that is called as the column is without its seal. */
  const sealed = (table: string, column = 'title'): Record<string, Column> => ({
    [`${column}_sealed`]: [column, (value, { id, board_id }) => (value === null ? null : decrypted(value, table, id, board_id, column))],
  });
  const isProposed = (row: Row) => roleOf(row) === 'proposed';
  const roleOf = ({ from_user, to_user }: Row) => (from_user === me ? 'sent' : to_user === me ? 'received' : 'proposed');
  return {
    user: {
      rowsOf: ({ id }, userId) => id === userId,
      entries: ({ account, preferences }) => [{ ...account, ...preferences }],
      columns: {
        ...fields('id', 'username', 'avatar', 'points', 'boards_count', 'actions_count', 'created_at', 'updated_at', 'passkey_handle'),
        email: ['email', (value, { id }) => (value === id ? null : value)],
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
    password: {
      entries: ({ hasRecoveryCode }) => (typeof hasRecoveryCode === 'boolean' ? [{ hasRecoveryCode }] : []),
      columns: { ...thePerson, ...without('secret: hash of the password', 'hash'), is_code: ['hasRecoveryCode', (value) => value === 1] },
    },
    guest: {
      entries: ({ guest }) => (guest ? [guest] : []),
      columns: {
        ...thePerson,
        ...fields('seen_at', 'warned_at', 'demo_until'),
        ...without('secret: opens the account', 'code_hash', 're_entry_hash'),
        ...without("another person's: who made the link", 're_entry_by'),
        re_entry_expires_at: 'returnLinkUntil',
      },
    },
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
        note_sealed: [
          'note',
          (value, { id, board_id }) => (value === null ? undefined : decrypted(value, 'activity', id, board_id, 'note')),
        ],
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
}
