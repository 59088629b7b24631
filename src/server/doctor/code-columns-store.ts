/** The columns of the codes of stickers: see columns-store.ts. */
import { calendarDay, id, impossible, isMember, ofPerson, sealed, sha256, time, unchecked } from './column-rules-store.ts';
import { type DescribedTables, mustSaying } from './rules-store.ts';

const foreign = mustSaying("note l'action d'un autre tableau");
const twofold = mustSaying('note et relance à la fois');

export const codeColumns = {
  code: {
    name: 'code',
    id: 'id',
    columns: {
      id,
      made_by: impossible`${isMember('made_by')}`,
      board_id: unchecked('the rule of the maker says it'),
      code_hash: sha256,
      code_sealed: sealed,
      name_sealed: sealed,
      action_id: [
        foreign`t.action_id is null or exists (select 1 from board_action as a where a.id = t.action_id and a.board_id = t.board_id)`,
        twofold`t.action_id is null or t.to_user is null`,
      ],
      to_user: ofPerson,
      made_at: time,
      used_on: calendarDay,
    },
  },
} satisfies Partial<DescribedTables>;
