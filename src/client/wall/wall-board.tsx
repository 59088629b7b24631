import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Plus } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { hourIn } from '#shared/calendar';
import { usualQuietHours } from '#shared/quiet-hours';
import type { Wall } from '#shared/walls';
import { Flame } from '#client/boards/flame.tsx';
import { useByTheMinute } from '#client/boards/flame-today.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { useGame } from '#client/play/game.ts';
import { applyUpdate, lookForNewer, useNewerVersions } from '#client/pwa/app-version.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { reloadPage } from '#client/ui/reload-page.ts';
import { useDarkPage, useTouched, useWakeLock } from './screen-awake.ts';
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
  const [said, setSaid] = useState('');
  // What somebody left open is closed for the next one, and what was said to them is over.
  const isTouched = useTouched(() => {
    setShown(null);
    setSaid('');
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

  return (
    <main id="contenu" className={styles.wall} data-board-theme={board.theme} data-dim={isDim || undefined}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span aria-hidden="true">{board.icon}</span> {board.title}
        </h1>
        <Flame board={board} memberCount={members.length} activities={activities} />
        <p role="status" className={styles.said}>
          {isLost ? texts.lost : said}
        </p>
        {logs ? (
          <Button kind="primary" size="lg" icon={<Plus aria-hidden="true" />} onClick={() => setShown('log')}>
            {texts.log}
          </Button>
        ) : null}
        <IconButton label={texts.leave.open} icon={<LogOut aria-hidden="true" />} onClick={() => setShown('leave')} />
      </header>
      <div className={styles.parts}>
        <WallScores wall={wall} game={game} />
        <WallFeed activities={activities} />
      </div>
      <Suspense>
        <LogDialog wall={wall} open={shown === 'log'} onClose={() => setShown(null)} onLogged={setSaid} />
        <LeaveDialog open={shown === 'leave'} onClose={() => setShown(null)} />
      </Suspense>
    </main>
  );
}

/** The hours in which nobody is told anything, on the clock of the board. */
function isQuiet(hour: number): boolean {
  return hour >= usualQuietHours.quietFrom || hour < usualQuietHours.quietTo;
}

const LogDialog = lazyPart(async () => (await import('./log-dialog.tsx')).LogDialog);
const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
