import type { ReactNode } from 'react';
import { facesShown, placeOf } from '#shared/board-face';
import { Avatar } from '#client/ui/avatar.tsx';
import { classNames } from '#client/ui/class-names.ts';
import scoreStyles from '#client/ui/counting-score.module.css';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from '#client/boards/board-header.module.css';
import duelStyles from '#client/boards/board-score.module.css';
import screenStyles from './board-screen.module.css';
import { boardMessages, boardsMessages } from '#client/boards/boards-messages.fr.ts';

/** The face of a board as BoardHeader draws it, but for its buttons, with places for what the server knows of the board. */
export function BoardFaceBeforehand({ memberCount }: { memberCount: number }) {
  const isDuel = memberCount === 2;
  return (
    <div className={screenStyles.face} data-board-theme={placeOf('theme')}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <span aria-hidden="true" className={styles.icon}>
            {placeOf('icon')}
          </span>
        </div>
        <div className={styles.title} data-long={placeOf('titleIsLong')}>
          <PageTitle>{placeOf('title')}</PageTitle>
        </div>
        <div className={styles.foot} data-duel={isDuel ? '' : undefined}>
          {isDuel ? <DuelBeforehand /> : null}
          <div className={styles.standing}>
            <p className={styles.members}>
              {isDuel ? null : (
                <span aria-hidden="true" className={styles.faces}>
                  {faces.slice(0, memberCount).map((face) => (
                    <Avatar key={face} emoji={placeOf(face)} size="sm" />
                  ))}
                </span>
              )}
              <span>{boardsMessages.members({ count: memberCount }).replace(String(memberCount), placeOf('memberCount'))}</span>
            </p>
            {/* The person's own place has its line, and comes with the app. */}
            {memberCount > 2 ? <p className={styles.place}>{'\u00A0'}</p> : null}
          </div>
          <p className={styles.total} data-digits={placeOf('totalDigits')}>
            <span className={isDuel ? styles.label : 'visually-hidden'}>{`${boardMessages.totalLabel} `}</span>
            <Score className={styles.score}>{placeOf('total')}</Score>
          </p>
        </div>
      </header>
    </div>
  );
}

function DuelBeforehand() {
  return (
    <p className={duelStyles.duel} data-digits={placeOf('duelDigits')}>
      <Side name={boardMessages.you} face={placeOf('face1')} score={placeOf('score1')} />
      <span className={duelStyles.dot}> · </span>
      <Side name={placeOf('nameOfOther')} isLong={placeOf('nameOfOtherIsLong')} face={placeOf('face2')} score={placeOf('score2')} />
    </p>
  );
}

function Side({ name, isLong, face, score }: { name: string; isLong?: string; face: string; score: string }) {
  return (
    <span className={duelStyles.side}>
      <span aria-hidden="true" className={duelStyles.face}>
        <Avatar emoji={face} size="sm" />
      </span>
      <span className={duelStyles.who} data-long={isLong}>
        {name}
      </span>{' '}
      <Score className={duelStyles.score}>{score}</Score>
    </span>
  );
}

function Score({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <span className={classNames(scoreStyles.score, className)}>{children}</span>;
}

const faces = (['face1', 'face2', 'face3', 'face4', 'face5'] as const).slice(0, facesShown);
