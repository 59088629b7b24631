import { useEffect } from 'react';
import { covered } from './covered.ts';
import { useObserved } from './observable.ts';
import { words } from './ui-messages.fr.ts';

/** Names the page in the browser's tabs and history, and for a screen reader when it opens. */
export function useDocumentTitle(title: string): void {
  const isCovered = useObserved(covered);
  useEffect(() => {
    document.title = isCovered ? words.appName : words.pageTitle({ title });
    return () => {
      document.title = words.appName;
    };
  }, [title, isCovered]);
}
