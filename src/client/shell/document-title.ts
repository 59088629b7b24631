import { useEffect } from 'react';
import { shellMessages } from './shell-messages.fr.ts';

/** Names the page in the browser's tabs and history, and for a screen reader when it opens. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = shellMessages.pageTitle({ title });
    return () => {
      document.title = shellMessages.name;
    };
  }, [title]);
}
