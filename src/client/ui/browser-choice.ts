import { store, stored } from './browser-storage.ts';
import { createObservable, useObserved } from './observable.ts';

interface BrowserChoice {
  isOn(): boolean;
  set(on: boolean): void;
  /** A hook: whether it is on, also once that changes. */
  useIsOn(): boolean;
}

/** A switch that is kept for this browser alone. Another tab may have set it since. Where it is not stored, it lasts as long as the page. */
export function createBrowserChoice(storageKey: string, initially: boolean): BrowserChoice {
  // A new object each time: it is told even where another tab has set the same meanwhile.
  const choice = createObservable({ isOn: initially });
  const isOn = () => {
    const kept = stored(storageKey);
    return kept === null ? choice.get().isOn : kept === 'on';
  };
  return {
    isOn,
    set(on) {
      store(storageKey, on ? 'on' : 'off');
      choice.set({ isOn: on });
    },
    useIsOn() {
      useObserved(choice);
      return isOn();
    },
  };
}
