import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Plus } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { hourIn } from '#shared/calendar';
import type { ActivityId } from '#shared/ids';
import { usualQuietHours } from '#shared/quiet-hours';
import type { Wall } from '#shared/walls';
import { loggedMessages } from '#client/activities/logged-messages.fr.ts';
import { Refused, sentenceOf, Unreachable } from '#client/api/api.ts';
import { Flame } from '#client/boards/flame.tsx';
import { useByTheMinute } from '#client/boards/flame-today.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { useGame } from '#client/play/game.ts';
import { applyUpdate, lookForNewer, useNewerVersions } from '#client/pwa/app-version.ts';
import { Button } from '#client/ui/button.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { reloadPage } from '#client/ui/reload-page.ts';
import { useDarkPage, useTouched, useWakeLock } from './screen-awake.ts';
import { useUndoOnWall } from './wall-commands.ts';
import { WallFeed } from './wall-feed.tsx';
import { wallMessages as texts } from './wall-messages.fr.ts';
import { wallQuery } from './wall-queries.ts';
import { WallScores } from './wall-scores.tsx';
import { useWallStream } from './wall-stream.ts';
import styles from './wall.module.css';

/** The board on the wall: large scores, what was done, the flame, the season. Nothing on it is anybody's own. */
export function WallBoard({ wall }: { wall: Wall }) {
  const { board, members, activities, seasons, pauses, logs } = wall;
  const client = useQueryClient();
  const [shown, setShown] = useState<'log' | 'leave' | null>(null);
  const [{ last: said, failed }, setTold] = useState<Told>({});
  const logButton = useRef<HTMLButtonElement>(null);
  // What somebody left open is closed for the next one, and what was said to them is over.
  const isTouched = useTouched(() => {
    setShown(null);
    setTold({});
  });
  const isNight = useByTheMinute(() => isQuiet(hourIn(board.timeZone, serverTime())));
  const isDim = isNight && !isTouched;
  const newer = useNewerVersions();
  /** The server came back, with another version perhaps, of which no worker tells here. */
  const [wasAway, setAway] = useState(false);
  const isLost = useWallStream({
    onChange: () => void client.invalidateQueries(wallQuery),
    onBack: () => (navigator.serviceWorker?.controller ? lookForNewer() : setAway(true)),
  });
  const play = useMemo(() => ({ agreements: [], past: [], seasons, ...(pauses && { pauses }) }), [seasons, pauses]);
  const game = useGame(play);
  useWakeLock();
  useDarkPage(isNight);
  useEffect(() => {
    if (isTouched) return;
    if (newer > 0) applyUpdate();
    else if (wasAway) reloadPage();
  }, [newer, wasAway, isTouched]);

  function tellUndone({ id }: Logged) {
    passFocusOn([logButton.current]);
    const told = (now: Said | undefined) => (now?.logged?.id === id ? { text: loggedMessages.undone } : now);
    setTold(({ last, failed: earlier }) => ({ last: told(last), failed: told(earlier) }));
  }

  function tellFailure(logged: Logged, error: Error) {
    const text = error instanceof Unreachable ? texts.unsure : sentenceOf(error);
    // What was refused for good is not offered again.
    const again = error instanceof Refused && error.status < 429 ? {} : { logged };
    setTold((now) =>
      now.last?.logged?.id === logged.id
        ? { ...now, last: { text, ...again } }
        : { ...now, failed: { text: `${logged.text} · ${text}`, ...again } },
    );
  }

  return (
    <main id="contenu" className={styles.wall} data-board-theme={board.theme} data-dim={isDim || undefined}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span aria-hidden="true">{board.icon}</span> {board.title}
        </h1>
        <Flame board={board} memberCount={members.length} activities={activities} />
        <div className={styles.tools}>
          {logs ? (
            <Button ref={logButton} kind="primary" size="lg" icon={<Plus aria-hidden="true" />} onClick={() => setShown('log')}>
              {texts.log}
            </Button>
          ) : null}
          <IconButton label={texts.leave.open} icon={<LogOut aria-hidden="true" />} onClick={() => setShown('leave')} />
        </div>
        <div className={isLost || said ? styles.said : 'visually-hidden'}>
          <p role="status">{[...(isLost ? [texts.lost] : []), ...(said ? [said.text] : [])].join(' · ')}</p>
          {said?.logged ? <Undo key={said.logged.id} logged={said.logged} onUndone={tellUndone} onFailed={tellFailure} /> : null}
        </div>
        {failed ? (
          <div className={styles.said}>
            <p role="alert">{failed.text}</p>
            {failed.logged ? <Undo key={failed.logged.id} logged={failed.logged} onUndone={tellUndone} onFailed={tellFailure} /> : null}
          </div>
        ) : null}
      </header>
      <div className={styles.parts}>
        <WallScores wall={wall} game={game} />
        <WallFeed activities={activities} />
      </div>
      <Suspense>
        <LogDialog
          wall={wall}
          open={shown === 'log'}
          onClose={() => setShown(null)}
          onLogged={(text, id) => setTold((now) => ({ ...now, last: { text, logged: { id, text } } }))}
        />
        <LeaveDialog open={shown === 'leave'} onClose={() => setShown(null)} />
      </Suspense>
    </main>
  );
}

/** A log, by the id under which it can be taken back. */
interface Logged {
  id: ActivityId;
  text: string;
}

/** What is told of a log; `logged` where it can be taken back. */
interface Said {
  text: string;
  logged?: Logged;
}

interface Told {
  last?: Said | undefined;
  /** Of an undo that failed after another log: what was wrong still counts, and is told beside that one. */
  failed?: Said | undefined;
}

interface UndoProps {
  logged: Logged;
  onUndone: (logged: Logged) => void;
  onFailed: (logged: Logged, error: Error) => void;
}

/** Each log has its own: it is told what came of it also when another log has taken its place. */
function Undo({ logged, onUndone, onFailed }: UndoProps) {
  const undo = useUndoOnWall({ onSuccess: () => onUndone(logged), onError: (error) => onFailed(logged, error) });
  return (
    <Button size="lg" pending={undo.isPending} onClick={() => undo.mutate(logged.id)}>
      {loggedMessages.undo}
    </Button>
  );
}

/** The hours in which nobody is told anything, on the clock of the board. */
function isQuiet(hour: number): boolean {
  return hour >= usualQuietHours.quietFrom || hour < usualQuietHours.quietTo;
}

const LogDialog = lazyPart(async () => (await import('./log-dialog.tsx')).LogDialog);
const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
