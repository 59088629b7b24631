/** Single keys that lead to what one does most; whoever dictates or presses keys by mistake switches them off (WCAG 2.1.4). */
import { createBrowserChoice } from './browser-choice.ts';

const choice = createBrowserChoice('shortcuts', true);

/** Where there is a mouse there is a keyboard. The one that a touch screen draws is for writing. */
export function hasKeyboard(): boolean {
  return matchMedia('(any-pointer: fine)').matches;
}

export function useShortcuts(): [areOn: boolean, setOn: (on: boolean) => void] {
  return [choice.useIsOn(), choice.set];
}

/** The `aria-keyshortcuts` of what that key leads to, by which it is found; none while they are off. '/' searches, 'n' notes an action. */
export function useKeyShortcut(key: '/' | 'n'): string | undefined {
  const isOn = choice.useIsOn();
  return isOn && hasKeyboard() ? key : undefined;
}
