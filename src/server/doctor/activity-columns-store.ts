/** The columns of actions, of the catalogue, and of what was logged: see columns-store.ts. */
import { sql } from 'kysely';
import { actionLimits } from '#shared/action-limits';
import { latestAfter } from '#shared/day-after';
import { owedLossLimits } from '#shared/owed-losses';
import { reactionEmojis } from '#shared/reaction-choices';
import { emojiSets } from '../actions/catalogue.ts';
import { erasureKinds } from '../erasure/erasure-store.ts';
import {
  count,
  emoji,
  flag,
  id,
  isBoard,
  isMember,
  isPerson,
  leftover,
  of,
  ofBoard,
  oneOf,
  points,
  sealed,
  somebody,
  time,
  unchecked,
  whole,
} from './column-rules-store.ts';
import { type DescribedTables, must, mustSaying } from './rules-store.ts';

const ofItsPlace = mustSaying('ses révisions ne vont pas avec son tableau');
const owed = mustSaying('ses personnes, ses points, son délai ou son identifiant ne vont pas');
const erasing = sql`select e.subject from job as e where e.kind in (${sql.join(erasureKinds.map((kind) => sql.lit(kind)))})`;
/** The column names a person, or one whose account is being erased: their rows go by and by. */
const ofPersonOnce = (column: string) =>
  somebody`${of(column)} = '' or ${isPerson(column)} or ${of(column)} in (${erasing}) or t.board_id in (${erasing})`;

export const activityColumns = {
  board_action: {
    name: 'action',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      title_sealed: sealed,
      points,
      category_sealed: sealed,
      emoji,
      // An action that was moved before the first has a position below 0.
      position: [
        whole,
        must`not exists (select 1 from board_action as o where o.board_id = t.board_id and o.position = t.position and o.id <> t.id)`,
      ],
      created_at: time,
      retired_at: time,
    },
  },
  action_proposal: {
    name: 'proposition',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      proposed_by: [
        leftover,
        mustSaying(
          "sa personne n'est pas membre du tableau",
        )`${isMember('proposed_by')} or not ${isBoard} or not ${isPerson('proposed_by')}`,
      ],
      title_sealed: sealed,
      points,
      category_sealed: sealed,
      emoji,
      proposed_at: time,
    },
  },
  favourite_action: {
    name: 'action',
    id: 'action_id',
    columns: {
      board_id: unchecked('the rule of the action says it'),
      user_id: unchecked('the rule of the action says it'),
      action_id: mustSaying("favorite là où elle ne peut pas l'être")`${isMember('user_id')}
        and exists (select 1 from board_action as a where a.id = t.action_id and a.board_id = t.board_id)`,
      marked_at: time,
    },
  },
  predefined_action: {
    name: 'action du catalogue',
    id: 'id',
    columns: {
      id,
      title: unchecked('whoever runs the server may change the catalogue'),
      points,
      category: unchecked('whoever runs the server may change the catalogue'),
      emoji,
      created_at: time,
    },
  },
  emoji: {
    name: 'emoji',
    id: 'id',
    columns: { id, symbol: emoji, category: oneOf(Object.keys(emojiSets)), position: count, created_at: time },
  },
  activity: {
    name: 'activité',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      user_id: leftover,
      action_id: id,
      title_sealed: sealed,
      points,
      emoji,
      logged_at: time,
      played_at: [
        time,
        mustSaying("ce n'est pas un moment de la veille")`t.played_at < t.logged_at and t.played_at >= t.logged_at - ${latestAfter}`,
      ],
      board_revision: [
        whole,
        ofItsPlace`t.board_revision >= 1 and not exists (select 1 from board as b where b.id = t.board_id
          and (t.board_revision > b.revision or t.undone_revision > b.revision or t.reactions_revision > b.revision))`,
      ],
      total_after: whole,
      score_after: whole,
      undone_at: [time, ofItsPlace`(t.undone_at is null) = (t.undone_revision is null)`],
      undone_by: [ofPersonOnce, ofItsPlace`t.undone_by is null or t.undone_at is not null`],
      undone_revision: [whole, ofItsPlace`t.undone_revision > t.board_revision`],
      noted_by: [ofPersonOnce, mustSaying("notée par quelqu'un d'autre, ce qu'elle ne peut pas être")`t.noted_by <> t.user_id`],
      note_sealed: sealed,
      reactions_revision: [whole, ofItsPlace`t.reactions_revision > t.board_revision`],
      changed_revision: unchecked('the database makes it of two others'),
      through_zero: flag,
    },
  },
  reaction: {
    name: 'activité',
    id: 'activity_id',
    columns: {
      activity_id: mustSaying('une réaction ne va pas avec elle')`exists (
        select 1 from activity as a where a.id = t.activity_id and a.board_id = t.board_id
        and a.reactions_revision >= t.board_revision and a.board_revision < t.board_revision)`,
      board_id: leftover,
      user_id: leftover,
      emoji: oneOf(reactionEmojis),
      board_revision: whole,
      reacted_at: time,
    },
  },
  owed_loss: {
    name: 'perte à avouer',
    id: 'id',
    columns: {
      // Nobody can avow a loss whose id an activity has.
      id: [id, owed`not exists (select 1 from activity as a where a.id = t.id)`],
      board_id: ofBoard,
      action_id: id,
      title_sealed: sealed,
      points: [whole, owed`t.points between ${actionLimits.pointsMin} and -1`],
      emoji,
      from_user: owed`${isMember('from_user')} and t.from_user <> t.to_user`,
      to_user: owed`${isMember('to_user')}`,
      made_at: time,
      lapses_at: [time, owed`t.lapses_at between t.made_at and t.made_at + ${owedLossLimits.lasts}`],
    },
  },
} satisfies Partial<DescribedTables>;
