import { useId } from 'react';
import type { Board } from '#shared/boards';
import { useSetting } from './board-look.tsx';
import { boardSettingsMessages as texts } from './board-settings-messages.fr.ts';
import styles from './board-time-zone-choice.module.css';

/** Where the days of the board begin and end. */
export function BoardTimeZoneChoice({ board }: { board: Board }) {
  const id = useId();
  const { shown, choose, outcome } = useSetting(board.id, board.timeZone, (timeZone) => ({ timeZone }), texts.saved.timeZone);
  return (
    <div className={styles.setting}>
      <label htmlFor={id} className={styles.legend}>
        {texts.timeZone}
      </label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        className={styles.select}
        value={shown}
        onChange={({ target }) => choose(target.value)}
      >
        {zonesWith(shown).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={styles.hint}>
        {texts.timeZoneHint}
      </p>
      {outcome}
    </div>
  );
}

/** All that this browser knows, the board's own among them: its name may be another one here. */
function zonesWith(own: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), own])].toSorted();
}
