import { useEffect, useEffectEvent, useState } from 'react';

/** In milliseconds. The server says every five seconds that it is there. */
const [silence, patience, again] = [15_000, 3000, 5000];

/**
 * The stream of a wall, as long as it is shown: `onChange` when there is something to read, `onBack` when the line was cut and is there again.
 * Whether it is cut now.
 */
export function useWallStream({ onChange, onBack }: { onChange: () => void; onBack: () => void }): boolean {
  const [isLost, setLost] = useState(false);
  const changed = useEffectEvent(onChange);
  const back = useEffectEvent(onBack);

  useEffect(() => {
    let stream: EventSource | undefined;
    let wasLost = false;
    let saying: ReturnType<typeof setTimeout> | undefined;
    let waiting: ReturnType<typeof setTimeout> | undefined;

    const open = () => {
      stream?.close();
      stream = new EventSource('/api/wall/live');
      stream.addEventListener('hello', greeted);
      stream.addEventListener('changed', () => {
        heard();
        changed();
      });
      stream.addEventListener('beat', heard);
      stream.addEventListener('error', cut);
      wait(silence);
    };
    const wait = (ms: number) => {
      clearTimeout(waiting);
      waiting = setTimeout(silent, ms);
    };
    const heard = () => wait(silence);
    const greeted = () => {
      heard();
      clearTimeout(saying);
      saying = undefined;
      setLost(false);
      changed();
      if (wasLost) back();
      wasLost = false;
    };
    const silent = () => {
      cut();
      open();
    };
    // A restart of the server is over before anybody has read that it is gone.
    const cut = () => {
      wasLost = true;
      saying ??= setTimeout(setLost, patience, true);
      // A browser comes back by itself, but not after an answer that is no stream: as that of a wall that is over.
      if (stream?.readyState !== EventSource.CLOSED) return;
      changed();
      wait(again);
    };

    open();
    addEventListener('offline', cut);
    addEventListener('online', open);
    return () => {
      stream?.close();
      clearTimeout(saying);
      clearTimeout(waiting);
      removeEventListener('offline', cut);
      removeEventListener('online', open);
    };
  }, []);
  return isLost;
}
