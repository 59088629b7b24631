import { useEffect } from 'react';
import { words } from './ui-messages.fr.ts';

/** Names the page in the browser's tabs and history, and for a screen reader when it opens. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = words.pageTitle({ title });
    return () => {
      document.title = words.appName;
    };
  }, [title]);
}
