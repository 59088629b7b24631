/** In milliseconds; a little before the browser's own menu would come. */
const heldMs = 450;
/** In pixels that a finger may move meanwhile. */
const slack = 10;

/**
 * Calls `act` when a finger has been held on the element, and not on a button or link in it, and is lifted; `data-held` says from when on.
 * Returns what ends it.
 */
export function onLongPress(element: HTMLElement, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0, at: 0 };
  let actsOnLift = false;

  const isHeld = () => element.dataset['held'] !== undefined;

  /** A row that goes while one scrolls was hardly ever pressed, and each call to the browser would cost it as much as all else here. */
  function stop(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    if (isHeld()) delete element.dataset['held'];
  }

  function down({ pointerType, isPrimary, target, clientX, clientY, timeStamp }: PointerEvent): void {
    stop();
    actsOnLift = false;
    // A heading says what stands below it, as the day of a bubble does.
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element) || target.closest('a, button, h2')) return;
    listen();
    start = { x: clientX, y: clientY, at: timeStamp };
    timer = setTimeout(() => {
      timer = undefined;
      element.dataset['held'] = '';
    }, heldMs);
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - start.x, clientY - start.y) > slack) stop();
  }

  function end({ timeStamp }: PointerEvent): void {
    // A busy phone is late with the timer, but knows when it was touched.
    actsOnLift = isHeld() || (timer !== undefined && timeStamp - start.at >= heldMs);
    stop();
    // The browser closes a popover at the end of a press outside of it: what opens now must come after.
    if (actsOnLift) setTimeout(act);
  }

  /** Or a busy browser sends the click of the press after what it opened, and closes it. */
  function keepClickAway(event: TouchEvent): void {
    if (actsOnLift) event.preventDefault();
    actsOnLift = false;
  }

  function keepOwnMenuAway(event: Event): void {
    if (timer !== undefined || isHeld()) event.preventDefault();
  }

  let listening: AbortController | undefined;

  /** Listens to the events after the first touch only: rows come and go while one scrolls, and each listener costs time. */
  function listen(): void {
    if (listening) return;
    listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', end, { signal });
    element.addEventListener('pointercancel', stop, { signal });
    element.addEventListener('touchend', keepClickAway, { signal, passive: false });
    element.addEventListener('contextmenu', keepOwnMenuAway, { signal });
  }

  element.addEventListener('pointerdown', down);
  return () => {
    stop();
    element.removeEventListener('pointerdown', down);
    listening?.abort();
  };
}
