/**
 * Runs in the page, so it may use nothing from outside. What is too wide, cut off, broken inside a word or, in an item of a list, covered by the
 * icon of a button, with the root's text of that size.
 */
export async function faultsAt(text: string): Promise<string[]> {
  const root = document.documentElement;
  root.style.setProperty('font-size', text);
  // Media queries and observers have their say in the next frame only, and what has a transition is there at its end.
  for (let still = 0; still < 2; still += 1) {
    await new Promise(requestAnimationFrame);
    if (document.getAnimations().some((motion) => motion instanceof CSSTransition)) still = -1;
  }
  const faults: string[] = [];
  for (const element of [root, ...document.querySelectorAll('body *')]) {
    if (element.scrollWidth <= element.clientWidth + 1) continue;
    const { overflowX, scrollSnapType } = getComputedStyle(element);
    const isScrollable = element === root || /auto|scroll/.test(overflowX);
    // A strip that snaps from tile to tile is meant to be moved by a finger.
    if (isScrollable && !scrollSnapType.startsWith('x')) faults.push(`scrolls sideways: ${element.className || 'the page'}`);
  }
  const boxes = new Map<Element, ReturnType<typeof lookOf>>();
  const icons = [...document.querySelectorAll('button svg, a svg')]
    .filter((icon) => icon.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((icon) => ({ rect: icon.getBoundingClientRect(), control: icon.closest('button, a'), item: itemOf(icon) }));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    // What is only read aloud, and what a scroll or a dialog hides for now.
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (parent.closest('.visually-hidden, [data-base-ui-inert]')) continue;
    // Pictures may be cut, but for those that stand for words that are only heard.
    const picture = parent.closest('[aria-hidden="true"]');
    if (picture && !standsForWords(picture)) continue;
    // The ring stands for the name of the app where both have no room.
    if (parent.closest('[data-gives-way]')) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const pieces = [...range.getClientRects()];
      const isPlain = /^[^\p{L}\d]*\p{L}+[^\p{L}\d]*$/u.test(word);
      if (isPlain && new Set(pieces.map(({ bottom }) => Math.round(bottom))).size > 1)
        faults.push(`broken: ${word} in ${parent.className}`);
      // What ends with an ellipsis is whole in a tooltip.
      if (isShortened(parent)) continue;
      const cutter = pieces.map((piece) => cutterOf(piece, parent)).find((element) => element !== null);
      if (cutter) faults.push(`cut: ${word} by ${cutter.className}`);
      const cover = coverOf(pieces, parent);
      if (cover) faults.push(`covered: ${word} by ${cover.ariaLabel ?? cover.textContent}`);
    }
  }
  return faults;

  function isShortened(element: Element): boolean {
    const whole = element.closest('[title]')?.getAttribute('title') ?? '';
    return getComputedStyle(element).textOverflow === 'ellipsis' && whole.includes(element.textContent?.trim() ?? '');
  }

  /** Once for each: every word asks for all boxes around it. */
  function lookAt(box: Element) {
    const known = boxes.get(box);
    if (known) return known;
    const look = lookOf(box);
    boxes.set(box, look);
    return look;
  }

  function lookOf(box: Element) {
    const { overflowX, overflowY, position, contain, contentVisibility } = getComputedStyle(box);
    // These paint nothing outside of the box either.
    const isClosed = /paint|strict|content/.test(contain) || contentVisibility === 'auto';
    const axis = (overflow: string) => ({ clips: isClosed || /hidden|clip/.test(overflow), scrolls: /auto|scroll/.test(overflow) });
    return { x: axis(overflowX), y: axis(overflowY), position, rect: box.getBoundingClientRect() };
  }

  function standsForWords({ parentElement }: Element): boolean {
    return parentElement?.matches('button[aria-label], :has(> .visually-hidden)') ?? false;
  }

  /** What lies over the page, as a menu, is none of its items. */
  function itemOf(element: Element): Element | null {
    return element.closest('li, [popover], [role="dialog"]');
  }

  /** The button whose icon lies on one of the pieces. */
  function coverOf(pieces: readonly DOMRect[], start: Element): Element | null {
    const item = itemOf(start);
    if (!item?.matches('li')) return null;
    const isOn = (icon: DOMRect, { left, right, top, bottom }: DOMRect) =>
      Math.min(icon.right, right) - Math.max(icon.left, left) > 2 && Math.min(icon.bottom, bottom) - Math.max(icon.top, top) > 2;
    const covering = icons.find(
      (icon) => icon.item === item && !icon.control?.contains(start) && pieces.some((piece) => isOn(icon.rect, piece)),
    );
    return covering?.control ?? null;
  }

  /** The box that does not show the piece whole. Down, only where half of it is lost: letters are higher than their lines. */
  function cutterOf(piece: DOMRect, start: Element): Element | null {
    const [slackX, slackY] = [2, piece.height / 2];
    let [canScrollX, canScrollY] = [false, false];
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
      const { x, y, position, rect } = lookAt(box);
      const { left, right, top, bottom, width } = rect;
      // What is only read aloud is one pixel large.
      if (width < 2) return null;
      canScrollX ||= x.scrolls;
      canScrollY ||= y.scrolls;
      if (!canScrollX && x.clips && (piece.left < left - slackX || piece.right > right + slackX)) return box;
      if (!canScrollY && y.clips && (piece.top < top - slackY || piece.bottom > bottom + slackY)) return box;
      if (position === 'fixed') return null;
    }
    return null;
  }
}
