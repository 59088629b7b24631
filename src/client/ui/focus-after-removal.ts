import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The rule for the focus of what is removed. It goes to what is nearest and stays: the next of the same kind, else the one before, else
 * what they stood in, else the title of the screen. Left alone it would fall back to the top of the page.
 */
export function passFocusOn(heirs: readonly (HTMLElement | null | undefined)[], options: FocusOptions = { preventScroll: true }): void {
  firstThere([...heirs, document.querySelector('h1')])?.focus(options);
}

/** The next sibling, then the previous one; none when `removed` is not in the row. */
export function neighbours<T>(row: readonly T[], removed: unknown): T[] {
  const index = row.findIndex((one) => one === removed);
  return index === -1 ? [] : [...row.slice(index + 1, index + 2), ...row.slice(Math.max(index - 1, 0), index)];
}

export function firstThere<T extends Pick<Element, 'isConnected'>>(heirs: readonly (T | null | undefined)[]): T | undefined {
  return heirs.find((heir) => heir?.isConnected) ?? undefined;
}

/**
 * After the removal of one of so many: `heir` takes the focus over, if it went with what was removed. Who has touched nothing keeps their
 * place when somebody else removes it. `beyond` does where the heir went with the last.
 */
export function useFocusAfterRemoval(count: number, heir: RefObject<HTMLElement | null>, beyond?: RefObject<HTMLElement | null>): void {
  const shownCount = useRef(count);
  const touched = useTouched();
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && touched.current?.isConnected === false;
    if (count < shownCount.current && isLost) passFocusOn([heir.current, beyond?.current]);
    shownCount.current = count;
  }, [count, heir, beyond, touched]);
}

/** What had the focus last, or was pressed: Safari gives a pressed button no focus. */
function useTouched(): RefObject<Node | null> {
  const touched = useRef<Node | null>(null);
  useLayoutEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Node) touched.current = target;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('click', note, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note, true);
    };
  }, []);
  return touched;
}

/** While `leaving` goes for good: what it has of the focus is passed on. */
export function useFocusOfLeaving(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = leaving.current;
    return () => {
      if (shown?.contains(document.activeElement)) passFocusOn([]);
    };
  }, [leaving]);
}
