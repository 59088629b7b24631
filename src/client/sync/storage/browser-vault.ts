import { createBrowserStore, restWithPage } from './store.ts';
import { createVault } from './vault.ts';

/** The store of this browser. It is suspended with the page. */
export const browserStore = createBrowserStore('ou-la-la');

/** The vault in it; null where the browser stores nothing. */
export const browserVault = createVault(browserStore);

restWithPage(browserStore);
