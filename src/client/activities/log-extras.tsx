import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { type ForWhom, ForWhomChoice } from './for-whom.tsx';
import styles from './log-extras.module.css';
import { OptionalNote } from './note-field.tsx';

interface LogExtrasProps {
  picked: { note: string; forWhom?: ForWhom | undefined };
  members: readonly Member[];
  myId: UserId;
  isGain: boolean;
  onChange: (extras: { note?: string; forWhom?: ForWhom | undefined }) => void;
}

/** What may be said with a log: a few words, and of a gain whose it is. */
export function LogExtras({ picked: { note, forWhom }, members, myId, isGain, onChange }: LogExtrasProps) {
  return (
    <div className={styles.extras}>
      {isGain && members.length > 1 ? (
        <ForWhomChoice {...{ members, myId, forWhom }} onChange={(chosen) => onChange({ forWhom: chosen })} />
      ) : null}
      <OptionalNote note={note} onChange={(written) => onChange({ note: written })} />
    </div>
  );
}
