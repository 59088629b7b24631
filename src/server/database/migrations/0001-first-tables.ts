import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  // Accounts, and the profile beside them.
  await schema
    .createTable('user')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('email_verified', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('image', 'text')
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('avatar', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('boards_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('actions_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('session_user').on('session').column('user_id').execute();

  await schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'text')
    .addColumn('refresh_token_expires_at', 'text')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('account_user').on('account').column('user_id').execute();

  await schema
    .createTable('verification')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('identifier', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('verification_identifier').on('verification').column('identifier').execute();

  // Boards. Sealed columns hold AES-256-GCM under the board's own key.
  await schema
    .createTable('board')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('theme', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('total_points', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('members_revision', 'bigint', (c) => c.notNull())
    .addColumn('actions_revision', 'bigint', (c) => c.notNull())
    .addColumn('settings_revision', 'bigint', (c) => c.notNull())
    .addColumn('link_enabled', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('board_creator').on('board').column('created_by').execute();

  await schema
    .createTable('board_key')
    .addColumn('board_id', 'text', (c) => c.primaryKey().references('board.id').onDelete('cascade'))
    .addColumn('wrapped_key', 'text', (c) => c.notNull())
    .addColumn('master_key_id', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('board_member')
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('score', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('board_member_key', ['board_id', 'user_id'])
    .execute();
  await schema.createIndex('board_member_user').on('board_member').column('user_id').execute();

  await schema
    .createTable('board_action')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('category_sealed', 'text')
    .addColumn('emoji', 'text')
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('board_action_board').on('board_action').columns(['board_id', 'position']).execute();

  await schema
    .createTable('activity')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('action_id', 'text', (c) => c.notNull())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('emoji', 'text')
    .addColumn('logged_at', 'bigint', (c) => c.notNull())
    .addColumn('board_revision', 'bigint', (c) => c.notNull())
    .addColumn('total_after', 'integer', (c) => c.notNull())
    .addColumn('score_after', 'integer', (c) => c.notNull())
    .execute();
  await schema.createIndex('activity_board').unique().on('activity').columns(['board_id', 'board_revision']).execute();
  await schema.createIndex('activity_feed').on('activity').columns(['board_id', 'logged_at', 'id']).execute();
  await schema.createIndex('activity_user').on('activity').columns(['user_id', 'board_id']).execute();

  // No reference to the board: an answer to a request outlives the board, to say that the board is gone.
  await schema
    .createTable('board_request')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('from_user', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('to_user', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('joining_user', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .execute();
  await schema
    .createIndex('board_request_one_pending')
    .unique()
    .on('board_request')
    .columns(['board_id', 'joining_user'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  await schema.createIndex('board_request_to').on('board_request').columns(['to_user', 'status', 'created_at']).execute();
  await schema.createIndex('board_request_from').on('board_request').columns(['from_user', 'created_at']).execute();

  await schema
    .createTable('predefined_action')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('emoji', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('emoji')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('symbol', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}
