import { useInsertionEffect } from 'react';

/**
 * Marks the root element by this `data-` attribute while what calls it is shown: for styles of the whole page that depend on one thing in
 * it. `:root:has(…)` would do that without a script, and have the style of everything on the page worked out anew for each row that comes
 * into it.
 */
export function useRootMark(name: `data-${string}`, isOn = true): void {
  // Before anything on the page is measured.
  useInsertionEffect(() => {
    if (!isOn) return;
    document.documentElement.toggleAttribute(name, true);
    return () => void document.documentElement.toggleAttribute(name, false);
  }, [name, isOn]);
}
