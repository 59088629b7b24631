/** Runs in the page, so it may use nothing from outside. What is too wide, cut off or broken inside a word, with the root's text of that size. */
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
  const boxes = new Map<Element, { overflowX: string; overflowY: string; position: string; rect: DOMRect }>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    // Pictures, what is only read aloud, and what a scroll or a dialog hides for now.
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (parent.closest('[aria-hidden="true"], .visually-hidden, [data-base-ui-inert]')) continue;
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
    const { overflowX, overflowY, position } = getComputedStyle(box);
    const look = { overflowX, overflowY, position, rect: box.getBoundingClientRect() };
    boxes.set(box, look);
    return look;
  }

  /** The box that does not show the piece whole. Down, only where half of it is lost: letters are higher than their lines. */
  function cutterOf(piece: DOMRect, start: Element): Element | null {
    const [slackX, slackY] = [2, piece.height / 2];
    let [canScrollX, canScrollY] = [false, false];
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, rect } = lookAt(box);
      const { left, right, top, bottom, width } = rect;
      // What is only read aloud is one pixel large.
      if (width < 2) return null;
      canScrollX ||= /auto|scroll/.test(overflowX);
      canScrollY ||= /auto|scroll/.test(overflowY);
      if (!canScrollX && /hidden|clip/.test(overflowX) && (piece.left < left - slackX || piece.right > right + slackX)) return box;
      if (!canScrollY && /hidden|clip/.test(overflowY) && (piece.top < top - slackY || piece.bottom > bottom + slackY)) return box;
      if (position === 'fixed') return null;
    }
    return null;
  }
}
