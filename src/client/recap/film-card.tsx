import type { ReactNode } from 'react';
import type { Film } from '#shared/film';
import type { UserId } from '#shared/ids';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { Bars, Big, Counted, CountedFlame, Emoji, Eyebrow, Faces } from './card-parts.tsx';
import { daysOf, type FilmCardKind } from './film-cards.ts';
import { filmMessages as texts } from './film-messages.fr.ts';
import styles from './recap-dialog.module.css';

interface FilmCardProps {
  film: Film;
  kind: Exclude<FilmCardKind, 'end'>;
  myId: UserId;
}

/** One fact about a year. */
export function FilmCard({ film, kind, myId }: FilmCardProps) {
  return <>{draw[kind](film, myId)}</>;
}

const draw: Record<FilmCardProps['kind'], (film: Film, myId: UserId) => ReactNode> = {
  missing: (film) => <Missing film={film} />,
  days: (film) => {
    const days = daysOf(film);
    return days && <Days film={film} days={days} />;
  },
  total: ({ total, company }) => total && <Total total={total} company={company} />,
  month: ({ month }) => month && <Month month={month} />,
  action: ({ action }) =>
    action && (
      <Titled eyebrow={texts.action.title} emoji={action.emoji ?? '⭐'} title={action.title}>
        <p className={styles.pill}>{texts.action.times(action)}</p>
      </Titled>
    ),
  gesture: ({ gesture }, myId) => gesture && <Gesture gesture={gesture} isMe={gesture.userId === myId} />,
  flame: ({ flame }) =>
    flame && (
      <>
        <Eyebrow>{texts.flame.title}</Eyebrow>
        <CountedFlame days={flame.days} />
        <p className={styles.unit}>{texts.flame.days(flame)}</p>
      </>
    ),
  seasons: ({ seasons }, myId) => seasons && <Seasons seasons={seasons} myId={myId} />,
  goals: ({ goals }) =>
    goals && (
      <>
        <Eyebrow>{texts.goals.title}</Eyebrow>
        <Counted count={goals.reached} />
        <p className={styles.unit}>{texts.goals.reached(goals)}</p>
      </>
    ),
  loss: ({ loss }) =>
    loss && (
      <Titled eyebrow={texts.loss.title} emoji={loss.emoji ?? '🙈'} title={loss.title}>
        <p className={styles.aside}>{texts.loss.nobody}</p>
      </Titled>
    ),
  gestures: ({ gestures }) =>
    gestures && (
      <>
        <Eyebrow>{texts.gestures.title}</Eyebrow>
        <Counted count={gestures.count} />
        <p className={styles.unit}>{texts.gestures.count(gestures)}</p>
      </>
    ),
  notes: ({ notes }) =>
    notes && (
      <>
        <Eyebrow>{texts.notes.title}</Eyebrow>
        {notes.map(({ title, emoji, note }) => (
          <p key={`${title} ${note}`} className={notes.length > 1 ? styles.unit : styles.title}>
            <Hyphenated>{texts.notes.note({ emoji, note })}</Hyphenated>
          </p>
        ))}
      </>
    ),
  biggest: ({ biggest }) =>
    biggest && (
      <>
        <Eyebrow>{texts.biggest.title}</Eyebrow>
        <Emoji>🎈</Emoji>
        <p className={styles.title}>{texts.biggest.day(biggest)}</p>
        <p className={styles.unit}>{texts.biggest.actions(biggest)}</p>
      </>
    ),
  wink: ({ wink }) =>
    wink && (
      <>
        <Eyebrow>{texts.wink.title}</Eyebrow>
        <Emoji>{winkEmojis[wink.kind]}</Emoji>
        <Big>{texts.wink.big({ wink })}</Big>
        <p className={styles.unit}>{texts.wink.text({ wink })}</p>
      </>
    ),
};

const winkEmojis = { weekday: '📅', hour: '⏰', silence: '🤫' } as const;

type Part<Name extends keyof Film> = NonNullable<Film[Name]>;

function Titled({ eyebrow, emoji, title, children }: { eyebrow: string; emoji: string; title: string; children: ReactNode }) {
  return (
    <>
      <Eyebrow>{eyebrow}</Eyebrow>
      <Emoji>{emoji}</Emoji>
      <p className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
      </p>
      {children}
    </>
  );
}

function Missing({ film: { missing, ...film } }: { film: Film }) {
  return (
    <Titled eyebrow={texts.about(film)} emoji="🎬" title={texts.missing.title}>
      <p className={styles.unit}>{texts.missing.count({ missing: missing ?? 0 })}</p>
      <p className={styles.aside}>{texts.missing.next}</p>
    </Titled>
  );
}

/** The first: it says of what time it all tells. */
function Days({ film, days }: { film: Film; days: NonNullable<ReturnType<typeof daysOf>> }) {
  return (
    <>
      <Eyebrow>{texts.about(film)}</Eyebrow>
      <Counted count={days.days} />
      <p className={styles.unit}>{texts.days(days)}</p>
    </>
  );
}

function Total({ total: { points, actions }, company }: { total: Part<'total'>; company: Film['company'] }) {
  const isUp = points > 0;
  return (
    <>
      <Eyebrow>{texts.total.title}</Eyebrow>
      <Counted count={isUp ? points : actions} />
      <p className={styles.unit}>{isUp ? texts.total.points({ points }) : texts.total.actionsAlone({ actions })}</p>
      {isUp ? <p className={styles.aside}>{texts.total.actions({ actions, company })}</p> : null}
    </>
  );
}

function Month({ month: { best, months } }: { month: Part<'month'> }) {
  const { month = '', gained = 0 } = months[best] ?? {};
  return (
    <>
      <Eyebrow>{texts.month.title}</Eyebrow>
      <p className={styles.title} data-large="">
        {texts.month.name({ month })}
      </p>
      <p className={styles.unit}>{texts.month.gained({ points: gained })}</p>
      <Bars
        values={months.map((one) => one.gained)}
        best={best}
        letterOf={(index) => texts.month.letter({ month: months[index]?.month ?? '' })}
      />
    </>
  );
}

function Gesture({ gesture: { emoji, title, username, note }, isMe }: { gesture: Part<'gesture'>; isMe: boolean }) {
  return (
    <Titled eyebrow={texts.gesture.title} emoji={emoji ?? '⭐'} title={title}>
      <p className={styles.unit}>{texts.gesture.by({ username, isMe })}</p>
      {note === null ? null : (
        <p className={styles.pill}>
          <Hyphenated>{texts.gesture.note({ note })}</Hyphenated>
        </p>
      )}
    </Titled>
  );
}

function Seasons({ seasons: { winners, times, won, paid }, myId }: { seasons: Part<'seasons'>; myId: UserId }) {
  const names = winners.map(({ userId, username }) => (userId === myId ? texts.seasons.you.replace(/\W*$/, '') : username));
  const isMe = winners.length === 1 && winners[0]?.userId === myId;
  return (
    <>
      <Eyebrow>{texts.seasons.title}</Eyebrow>
      {winners.length > 0 ? <Faces people={winners} /> : <Emoji>👑</Emoji>}
      <p className={styles.title}>{isMe ? texts.seasons.you : names.length > 0 ? texts.seasons.names({ names }) : texts.seasons.many}</p>
      <p className={styles.unit}>{texts.seasons.won({ times, isTied: winners.length !== 1, won, paid })}</p>
    </>
  );
}
