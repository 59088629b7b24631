import type { Kysely } from 'kysely';

/** The films of a board, kept as they were made, and which of them were told and seen (decision D51). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const addText = (table: string, column: string) => schema.alterTable(table).addColumn(column, 'text').execute();
  for (const column of ['film_year', 'film_anniversary']) {
    await addText('board', column);
    await addText('board_member', `${column}_seen`);
  }
  // Looked through every few minutes, zone by zone; no log writes it.
  await schema.createIndex('board_made').on('board').columns(['time_zone', 'created_at', 'id']).execute();
  await schema
    .createTable('film')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('facts_sealed', 'text')
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('film_of_board', ['board_id', 'period'])
    .execute();
}
