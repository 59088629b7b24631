/** Single keys that lead to what one does most; whoever dictates or presses keys by mistake switches them off (WCAG 2.1.4). */
import { createBrowserChoice } from './browser-choice.ts';
import { store, stored } from './browser-storage.ts';

const choice = createBrowserChoice('shortcuts', true);

/** Where there is a mouse there is a keyboard. The one that a touch screen draws is for writing. */
function hasKeyboard(): boolean {
  return matchMedia('(any-pointer: fine)').matches;
}

/** A key outside a text field was pressed in this browser: only a keyboard does that. */
export function noteKeyboard(): void {
  if (stored(keyboardKey) === null) store(keyboardKey, 'used');
}

export function wasKeyboardUsed(): boolean {
  return stored(keyboardKey) !== null;
}

const keyboardKey = 'keyboard';

export function useShortcuts(): [areOn: boolean, setOn: (on: boolean) => void] {
  return [choice.useIsOn(), choice.set];
}

/** The `aria-keyshortcuts` of what that key leads to, by which it is found; none while they are off. '/' searches, 'n' notes an action. */
export function useKeyShortcut(key: '/' | 'n'): string | undefined {
  const isOn = choice.useIsOn();
  return isOn && hasKeyboard() ? key : undefined;
}
