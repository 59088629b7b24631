/** The columns of the walls: see columns-store.ts. */
import { flag, id, impossible, isMember, notBefore, sha256, time, unchecked } from './column-rules-store.ts';
import { type DescribedTables, must } from './rules-store.ts';

export const wallColumns = {
  wall: {
    name: 'mur',
    id: 'id',
    columns: {
      id,
      token_hash: sha256,
      board_id: impossible`${isMember('user_id')}`,
      user_id: unchecked('the rule of the board says it'),
      logs: flag,
      code_hash: must`t.code_hash like '$argon2id$%'`,
      opened_at: time,
      seen_at: [time, notBefore('opened_at')],
    },
  },
} satisfies Partial<DescribedTables>;
