import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { DayBefore } from '#client/sync/commands/items.ts';
import { DayChoice } from './day-choice.tsx';
import { type ForWhom, ForWhomChoice, peopleOf } from './for-whom.tsx';
import styles from './log-extras.module.css';
import { OptionalNote } from './note-field.tsx';

interface LogExtrasProps {
  note: string;
  forWhom: ForWhom | undefined;
  late: DayBefore | undefined;
  boardId: BoardId;
  members: readonly Member[];
  myId: UserId;
  isGain: boolean;
  onChange: (extras: { note?: string; forWhom?: ForWhom | undefined; late?: DayBefore | undefined }) => void;
}

/** What may be said with a log: whose it is, of which day, and a few words. */
export function LogExtras({ note, forWhom, late, boardId, members, myId, isGain, onChange }: LogExtrasProps) {
  return (
    <div className={styles.extras}>
      {members.length > 1 ? (
        <ForWhomChoice {...{ members, myId, boardId, isGain, forWhom }} onChange={(chosen) => onChange({ forWhom: chosen })} />
      ) : null}
      {/* A loss is asked about without words, and counts once it is avowed. */}
      {forWhom?.ask ? null : (
        <>
          <OptionalNote note={note} onChange={(written) => onChange({ note: written })} />
          <DayChoice {...{ boardId, late }} people={peopleOf(forWhom, myId)} onChange={(day) => onChange({ late: day })} />
        </>
      )}
    </div>
  );
}
