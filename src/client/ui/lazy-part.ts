import { type ComponentType, createElement, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { ReloadNeeded } from './lazy-import.ts';
import { reportUnexpected } from './unexpected.ts';

/** The interval between two attempts to load a part, in milliseconds. The browser's `online` event starts one sooner. */
const againAfterMs = 10_000;

/** In milliseconds. A hidden page paints nothing: its parts are loaded then. */
const paintedWithinMs = 1000;

let painted: Promise<void> | undefined;

/** Resolves once the first screen is painted: whatever is loaded before takes time from it. */
function untilPainted(): Promise<void> {
  return (painted ??= new Promise((resolve) => {
    setTimeout(resolve, paintedWithinMs);
    // Safari has no idle callbacks: the second frame comes after the first paint.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  }));
}

/**
 * A part of a screen that the first paint does not need. While it cannot be loaded, `Substitute` or nothing is drawn, and loading is tried
 * again by itself: `lazy` alone would replace the whole screen by an error, for good.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Substitute: ComponentType<Props> = Nothing,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      await untilPainted();
      return { default: await load() };
    } catch (error) {
      reportUnexpected('code', error);
      return { default: error instanceof ReloadNeeded ? Substitute : loadedAgain(load, Substitute) };
    }
  });
}

function loadedAgain<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Substitute: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LoadedAgain(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const isMissing = Part === undefined;
    useEffect(() => {
      if (!isMissing) return;
      const attempt = async () => {
        try {
          loaded ??= await load();
          setPart(() => loaded);
        } catch (error) {
          if (error instanceof ReloadNeeded) stop();
        }
      };
      const again = () => void attempt();
      const timer = setInterval(again, againAfterMs);
      addEventListener('online', again);
      const stop = () => {
        clearInterval(timer);
        removeEventListener('online', again);
      };
      return stop;
    }, [isMissing]);
    return createElement(Part ?? Substitute, props);
  };
}

function Nothing(): null {
  return null;
}
