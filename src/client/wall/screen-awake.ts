import { useEffect, useEffectEvent, useInsertionEffect, useState } from 'react';

/** Keeps the screen from going dark, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | null> | undefined;
    // The browser takes it back from a page that is out of sight.
    const ask = () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator) lock = navigator.wakeLock.request('screen').catch(unlit);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock?.then((held) => held?.release());
    };
  }, []);
}

/** A device on its last battery, or whose settings say no: its screen goes dark as it likes. */
function unlit(): null {
  return null;
}

/** In milliseconds: after the last touch nobody stands there any more. */
const idleAfter = 60_000;

/** Whether somebody touched the screen within the last minute; `onLeft` once nobody has. */
export function useTouched(onLeft: () => void): boolean {
  const [isTouched, setTouched] = useState(false);
  const left = useEffectEvent(() => {
    setTouched(false);
    onLeft();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touched = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(left, idleAfter);
    };
    addEventListener('pointerdown', touched);
    addEventListener('keydown', touched);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', touched);
      removeEventListener('keydown', touched);
    };
  }, []);
  return isTouched;
}

/** At night the page is dark, whatever theme this browser has. */
export function useDarkPage(isDark: boolean): void {
  useInsertionEffect(() => {
    if (!isDark) return;
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    dataset['theme'] = 'dark';
    return () => void (dataset['theme'] = before);
  }, [isDark]);
}
