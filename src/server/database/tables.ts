import type { AccountTables } from './tables/accounts.ts';
import type { BoardTables } from './tables/boards.ts';
import type { DoorTables } from './tables/doors.ts';
import type { InvitationTables } from './tables/invitations.ts';
import type { PlayTables } from './tables/play.ts';
import type { ProgramTables } from './tables/program.ts';
import type { PushTables } from './tables/pushes.ts';

/** Times are milliseconds since 1970; booleans 0 or 1; ids text. `…_sealed` holds encrypted text. */
export interface Tables extends AccountTables, BoardTables, DoorTables, InvitationTables, PlayTables, ProgramTables, PushTables {}
