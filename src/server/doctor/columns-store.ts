/**
 * What is true of each column of each table, whatever people did: a value is one of its list, a time is after the one that it follows, an id is that of
 * a row, a day is in the calendar. A new column needs its line in the file of its area, and the compiler asks here for each table.
 *
 * The times of rows that different people wrote are not compared, but for those that the program keeps in order: a clock may have been set back.
 */
import { activityColumns } from './activity-columns-store.ts';
import { boardColumns } from './board-columns-store.ts';
import { codeColumns } from './code-columns-store.ts';
import { contestColumns } from './contest-columns-store.ts';
import { gestureColumns } from './gesture-columns-store.ts';
import { personColumns } from './person-columns-store.ts';
import { playColumns } from './play-columns-store.ts';
import { pushColumns } from './push-columns-store.ts';
import { requestColumns } from './request-columns-store.ts';
import type { DescribedTables } from './rules-store.ts';
import { upkeepColumns } from './upkeep-columns-store.ts';
import { wallColumns } from './wall-columns-store.ts';
import { webhookColumns } from './webhook-columns-store.ts';

export const describedTables: DescribedTables = {
  ...personColumns,
  ...boardColumns,
  ...activityColumns,
  ...requestColumns,
  ...pushColumns,
  ...playColumns,
  ...contestColumns,
  ...gestureColumns,
  ...wallColumns,
  ...webhookColumns,
  ...codeColumns,
  ...upkeepColumns,
};
