import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { type ForWhom, ForWhomChoice } from './for-whom.tsx';
import styles from './log-extras.module.css';
import { OptionalNote } from './note-field.tsx';

interface LogExtrasProps {
  note: string;
  forWhom: ForWhom | undefined;
  boardId: BoardId;
  members: readonly Member[];
  myId: UserId;
  isGain: boolean;
  onChange: (extras: { note?: string; forWhom?: ForWhom | undefined }) => void;
}

/** What may be said with a log: whose it is, and a few words. */
export function LogExtras({ note, forWhom, boardId, members, myId, isGain, onChange }: LogExtrasProps) {
  return (
    <div className={styles.extras}>
      {members.length > 1 ? (
        <ForWhomChoice {...{ members, myId, boardId, isGain, forWhom }} onChange={(chosen) => onChange({ forWhom: chosen })} />
      ) : null}
      {/* A loss is asked about without words. */}
      {forWhom?.ask ? null : <OptionalNote note={note} onChange={(written) => onChange({ note: written })} />}
    </div>
  );
}
