import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import type { Action } from '#shared/actions';
import type { Recap } from '#shared/recap';
import { weekInWords } from '#shared/week-in-words.fr';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { Earlier } from './card-parts.tsx';
import styles from './recap-dialog.module.css';
import { recapMessages } from './recap-messages.fr.ts';
import { drawRecap } from './recap-picture.ts';
import { recapWeeksQuery } from './recap-queries.ts';
import { SharePicture } from './share-picture.tsx';

const { end: texts, picture } = recapMessages;

interface EndCardProps {
  recap: Recap;
  onPeriod: (week: string) => void;
  /** What this person most likely plays next. */
  likely: readonly Action[];
  onPick: (action: Action) => void;
}

/** The last card: what to play next, the week as a picture to share, without names unless they are wanted, and the weeks before. */
export function EndCard({ recap, onPeriod, likely, onPick }: EndCardProps) {
  const nextId = useId();
  const [hasNames, setHasNames] = useState(false);
  const draw = useCallback((canvas: HTMLCanvasElement) => drawRecap(canvas, recap, hasNames), [recap, hasNames]);
  const { data: weeks = [] } = useQuery(recapWeeksQuery(recap.boardId));
  const earlier = weeks.map(({ week }) => week).filter((week) => week !== recap.week);

  return (
    <div className={styles.end}>
      <Stack gap={3}>
        <p className={styles.title}>{texts.title}</p>
        <p id={nextId} className={styles.unit}>
          {texts.text}
        </p>
        {likely.length > 0 ? (
          <ul aria-labelledby={nextId} className={styles.tiles}>
            {likely.map((action) => (
              <li key={action.id}>
                <ActionTile title={action.title} points={action.points} emoji={action.emoji} onSelect={() => onPick(action)} />
              </li>
            ))}
          </ul>
        ) : null}
      </Stack>
      <SharePicture label={texts.picture} fileName={picture.file({ monday: recap.week })} draw={draw}>
        <Switch label={texts.names} description={texts.namesWhy} checked={hasNames} onSwitch={setHasNames} />
      </SharePicture>
      <Earlier label={texts.earlier} periods={earlier} nameOf={weekInWords} onPeriod={onPeriod} />
    </div>
  );
}
