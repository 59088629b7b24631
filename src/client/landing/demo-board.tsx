import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { landingMessages } from '#shared/landing-messages.fr';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { signed } from '#client/ui/signed.ts';
import styles from './demo-board.module.css';
import { demoDescription } from './demo-boards.fr.ts';
import { answerTo, type DemoMoment, type DemoMove, demoAt } from './demo-script.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

const texts = landingMessages.demo;

/** Milliseconds between two actions: time to read one and to see the score arrive. */
const pace = 2600;

/** Milliseconds until the other player answers the visitor. */
const answersAfter = 900;

/** How often the visitor has played when they are asked who would lead at home. */
const playsBeforeQuestion = 3;

/**
 * Where the demo stands. It moves by itself while it is in sight; not at all under reduced motion, unless the visitor
 * starts it (WCAG 2.2.2: what moves by itself can be stopped).
 */
export function useDemo() {
  // The first frame shows a game that has already begun.
  const [step, setStep] = useState(2);
  const [moves, setMoves] = useState<readonly DemoMove[]>([]);
  const isStill = useSyncExternalStore(never, wantsStillness, movesOnStaticPage);
  // Null until the visitor decides.
  const [chosen, setPlaying] = useState<boolean | null>(null);
  const playing = chosen ?? !isStill;
  const [inSight, setInSight] = useState(false);
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!frame.current) return;
    // On a busy phone it tells of several moments at once, the present one last.
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), { threshold: 0.2 });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!playing || !inSight) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setStep((now) => now + 1);
    }, pace);
    return () => clearInterval(timer);
  }, [playing, inSight]);

  const last = moves.at(-1);
  // Several quick moves get one answer.
  useEffect(() => {
    const answer = last?.by === 0 ? answerTo(moves) : null;
    if (!answer) return;
    const timer = setTimeout(() => setMoves((before) => [...before, answer]), answersAfter);
    return () => clearTimeout(timer);
  }, [last, moves]);

  return {
    moment: demoAt(step, moves),
    beat: step + moves.length,
    last,
    asks: last?.by === 1 && moves.filter(({ by }) => by === 0).length >= playsBeforeQuestion,
    playing,
    frame,
    pause: () => setPlaying(false),
    play() {
      setMoves([]);
      setPlaying(true);
    },
    /** The game is the visitor's from then on: nothing moves under their finger. */
    press(move: Omit<DemoMove, 'by'>) {
      setPlaying(false);
      setMoves((before) => [...before, { ...move, by: 0 }]);
    },
  };
}

const never = () => () => undefined;
// The static page is the same for everybody: no browser can be asked yet.
const movesOnStaticPage = () => false;

interface DemoBoardProps {
  demo: ReturnType<typeof useDemo>;
  /** The way to a game of one's own. */
  children: ReactNode;
}

export function DemoBoard({ demo, children }: DemoBoardProps) {
  const { moment, playing, frame } = demo;
  return (
    <figure ref={frame} className={styles.demo}>
      <div className={styles.table}>
        <div role="img" aria-label={demoDescription} className={styles.card}>
          <header key={moment.title} className={styles.header}>
            <span className={styles.icon}>{moment.icon}</span>
            <span className={styles.title}>{moment.title}</span>
            <CountingScore score={moment.total} className={styles.total} />
          </header>
          <Duel moment={moment} />
          <ol className={styles.feed}>
            {moment.feed.map(({ key, player, title, points, side, age }) => (
              <li key={key} className={styles.bubble} data-side={side} data-age={age}>
                <span className={styles.bubbleFace}>
                  <Avatar emoji={player.avatar} size="sm" />
                </span>
                <b className={styles.by}>{player.name}</b>
                <span className={styles.action}>{title}</span>
                <span className={styles.points}>
                  <PointsPill points={points} />
                </span>
              </li>
            ))}
          </ol>
        </div>
        {/* Beside the picture, which must contain nothing to press, and over its actions: nothing moves aside. */}
        {demo.asks ? (
          <div className={styles.question}>
            <p className={styles.asked}>{landingMessages.question}</p>
            {children}
          </div>
        ) : null}
      </div>
      <Tiles demo={demo} />
      <figcaption className={styles.caption}>
        <span>{texts.label}</span>
        <IconButton
          label={playing ? texts.pause : texts.play}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          onClick={playing ? demo.pause : demo.play}
        />
      </figcaption>
    </figure>
  );
}

/** Outside the picture, which is hidden from screen readers and must contain nothing to press. */
function Tiles({ demo: { moment, last, asks, pause, press } }: Pick<DemoBoardProps, 'demo'>) {
  const id = useId();
  const [{ name, score }, other] = moment.players;
  return (
    <div role="group" aria-labelledby={id} className={styles.play}>
      <p id={id} className={styles.turn}>
        {texts.turn({ name })}
      </p>
      <div className={styles.tiles}>
        {moment.tiles.map(({ key, emoji, title, points }) => (
          <button
            key={key}
            type="button"
            className={styles.tile}
            onFocus={pause}
            onClick={() => press({ board: moment.title, title, points })}
          >
            <span aria-hidden="true" className={styles.tileEmoji}>
              {emoji}
            </span>
            <span className={styles.tilePoints}>
              <PointsPill points={points} />
            </span>
            {/* New words are a new element: nothing that stood there moves. */}
            <span key={title} className={styles.tileTitle}>
              {title}
            </span>
          </button>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {last?.by === 0 ? texts.standing({ name, points: score }) : null}
        {last?.by === 1 ? texts.answered({ name: other.name, title: last.title, points: signed(last.points), score: other.score }) : null}
        {asks ? `. ${landingMessages.question}` : null}
      </p>
    </div>
  );
}

function Duel({ moment }: { moment: DemoMoment }) {
  const bar = useRef<HTMLDivElement>(null);
  const [left, right] = moment.players;
  const share = Math.max(left.score, 0) / Math.max(Math.max(left.score, 0) + Math.max(right.score, 0), 1);
  useLayoutEffect(() => {
    bar.current?.style.setProperty('--share', String(Math.min(Math.max(share, 0.08), 0.92)));
  }, [share]);
  const newest = moment.feed.at(-1);
  return (
    <div key={moment.title} className={styles.duel}>
      {[left, right].map((player, index) => (
        <span key={player.name} className={styles.player} data-index={index} data-plays={newest?.player === player.identity || undefined}>
          {/* The key makes each move an element of its own, so that its player hops each time. */}
          <span key={`face ${newest?.player === player.identity ? newest.key : ''}`} className={styles.face}>
            <Avatar emoji={player.avatar} size="lg" />
          </span>
          <span className={styles.standing}>
            {player.name}
            <CountingScore score={player.score} coloured className={styles.score} />
          </span>
          {newest && newest.player === player.identity ? (
            <span key={newest.key} className={styles.pop} data-sign={newest.points < 0 ? 'minus' : 'plus'}>
              {signed(newest.points)}
            </span>
          ) : null}
        </span>
      ))}
      <div ref={bar} className={styles.bar} />
    </div>
  );
}

function PauseIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <rect x="6" y="5" width="4" height="14" rx="1.5" />
      <rect x="14" y="5" width="4" height="14" rx="1.5" />
    </svg>
  );
}

function PlayIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d="M8 5.6v12.8a1 1 0 0 0 1.5.86l10.6-6.4a1 1 0 0 0 0-1.72L9.5 4.74A1 1 0 0 0 8 5.6Z" />
    </svg>
  );
}
