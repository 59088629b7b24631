import { useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Wall } from '#shared/walls';
import { notedOf } from '#client/activities/activities-messages.fr.ts';
import { NearDate } from '#client/activities/near-date.tsx';
import rows from '#client/activities/recent-activities.module.css';
import { Avatar } from '#client/ui/avatar.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Card, RowItem } from '#client/ui/surface/surface.tsx';
import styles from './wall.module.css';
import { wallMessages as texts } from './wall-messages.fr.ts';

/** Nobody in particular stands before a wall. */
const nobody = '' as UserId;

/** What was done last, as much as there is room for. */
export function WallFeed({ activities }: Pick<Wall, 'activities'>) {
  const id = useId();
  const counting = activities.filter(({ undone }) => undone === null);
  return (
    <Card aria-labelledby={id} className={styles.feed}>
      <h2 id={id}>{texts.lately}</h2>
      {counting.length === 0 ? <p className="hint">{texts.nothingYet}</p> : null}
      <ul>
        {counting.map(({ id: key, title, emoji, points, username, userAvatar, notedBy, playedAt, note, loggedAt }) => (
          <RowItem
            key={key}
            className={rows.row}
            face={<Avatar emoji={userAvatar} size="sm" />}
            words={
              <>
                <p>
                  <strong>{username}</strong> {title}{' '}
                  {emoji ? (
                    <span aria-hidden="true" className={rows.emoji}>
                      {emoji}
                    </span>
                  ) : null}
                </p>
                {note ? <p className={rows.when}>{note}</p> : null}
                <p className={rows.when}>
                  <NearDate at={loggedAt} /> {notedBy || playedAt ? <> · {notedOf({ notedBy, playedAt }, nobody)}</> : null}
                </p>
              </>
            }
            number={<PointsPill points={points} />}
          />
        ))}
      </ul>
    </Card>
  );
}
