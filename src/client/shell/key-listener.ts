import { useEffect } from 'react';
import { noteKeyboard } from '#client/ui/key-shortcuts.ts';
import { isAnyDialogOpen } from '#client/ui/open-dialogs.ts';

/** Listens to the single keys that something on the screen bears as its shortcut: none does while they are off. */
export function KeyListener(): null {
  useEffect(() => {
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, []);
  return null;
}

function follow(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!(target instanceof Element && target.closest(writing))) noteKeyboard();
  if (key !== '/' && key !== 'n') return;
  // Shift is held for '/' on a French keyboard.
  const isOther = event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || event.defaultPrevented;
  if (isOther || isAnyDialogOpen() || (target instanceof Element && target.closest(writing))) return;
  const borne = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)];
  const found = borne.find((one) => one.getClientRects().length > 0);
  if (!found) return;
  // Nor written into the field, nor searched for by the browser.
  event.preventDefault();
  // One of a list is only shown, with the others at hand.
  if (found instanceof HTMLInputElement || found.closest('li')) found.focus();
  else found.click();
}

const writing = 'input, textarea, select, [contenteditable], [role="menu"]';
