/** Short sounds for who wants them: off at first. What makes them is loaded with the first one. */
import { createBrowserChoice } from './browser-choice.ts';
import type { Sound } from './sound-maker.ts';
import { isPageHidden } from './page-hidden.ts';
import { reporting } from './unexpected.ts';

const choice = createBrowserChoice('sounds', false);

/** Nothing while they are off, or the page is hidden. */
export function play(sound: Sound): void {
  if (!choice.isOn() || isPageHidden()) return;
  void import('./sound-maker.ts').then(({ makeSound }) => makeSound(sound)).catch(reporting('code'));
}

export function useSounds(): [areOn: boolean, setOn: (on: boolean) => void] {
  return [choice.useIsOn(), setOn];
}

function setOn(on: boolean): void {
  choice.set(on);
  // So one hears what one chose.
  play('gain');
}
