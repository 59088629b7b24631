/** Short sounds for who wants them: off at first, and chosen for this browser alone. What makes them is loaded with the first one. */
import { store, stored } from './browser-storage.ts';
import { createObservable, useObserved } from './observable.ts';
import type { Sound } from './sound-maker.ts';
import { reporting } from './unexpected.ts';

const storageKey = 'sounds';

const choice = createObservable<boolean | null>(null);

/** Nothing while they are off, or the page is hidden. */
export function play(sound: Sound): void {
  if (!areOn() || document.visibilityState === 'hidden') return;
  void import('./sound-maker.ts').then(({ makeSound }) => makeSound(sound)).catch(reporting('code'));
}

export function useSounds(): [areOn: boolean, setOn: (on: boolean) => void] {
  useObserved(choice);
  return [areOn(), setOn];
}

/** Another tab may have chosen since. Where the choice is not stored, it lasts as long as the page. */
function areOn(): boolean {
  const kept = stored(storageKey);
  return kept === null ? choice.get() === true : kept === 'on';
}

function setOn(on: boolean): void {
  store(storageKey, on ? 'on' : 'off');
  choice.set(on);
  // So one hears what one chose.
  play('gain');
}
