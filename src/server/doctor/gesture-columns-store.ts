/** The columns of the gestures of weeks: see columns-store.ts. */
import { mondayOf } from '#shared/calendar';
import { gestureWaits } from '#shared/gesture-rules';
import { isDay } from '#shared/season-rules';
import { id, notBefore, ofBoard, ofPerson, sealed, time } from './column-rules-store.ts';
import { type DescribedTables, mustSaying, type Rule } from './rules-store.ts';

const chosen = mustSaying('ne va pas avec son activité, ou son moment se contredit');
const hour = 60 * 60_000;
/** A Monday, the week after which is told on the next one, in whatever zone. */
export const monday: Rule = { isRight: (week: string) => isDay(week) && mondayOf(week) === week };
const weekBefore: Rule = {
  columns: ['week', 'closes_at'],
  isRow: ({ week, closes_at }: { week: string; closes_at: number }) => {
    const sinceSunday = closes_at - Date.parse(week) - 7 * 24 * hour;
    return sinceSunday >= (8 - 15) * hour && sinceSunday <= (8 + 15) * hour;
  },
};

export const gestureColumns = {
  gesture: {
    name: 'geste de la semaine',
    id: 'id',
    columns: {
      id,
      board_id: ofBoard,
      week: [monday, weekBefore],
      chosen_by: ofPerson,
      activity_id: chosen`exists (select 1 from activity as a where a.id = t.activity_id and a.board_id = t.board_id
        and a.user_id <> t.chosen_by and a.points > 0)`,
      words_sealed: sealed,
      chosen_at: [time, chosen`t.chosen_at < t.closes_at and t.chosen_at >= t.closes_at - ${gestureWaits}`],
      closes_at: time,
      revealed_at: [time, notBefore('chosen_at')],
    },
  },
} satisfies Partial<DescribedTables>;
