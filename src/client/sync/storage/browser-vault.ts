import { createBrowserStore, restWithPage } from './store.ts';
import { createVault } from './vault.ts';

/** The store of this browser. It rests with the page. */
export const browserStore = createBrowserStore('ou-la-la');

/** What it keeps of people; null where it keeps nothing. */
export const browserVault = createVault(browserStore);

restWithPage(browserStore);
