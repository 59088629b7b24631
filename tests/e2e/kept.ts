import type { Page } from '@playwright/test';

export async function keptKinds(page: Page): Promise<string[]> {
  return [...new Set((await keptPaths(page)).map(([kind = '']) => kind))].toSorted();
}

/** The keys of all that the browser keeps; what lies there is encrypted. */
export async function keptPaths(page: Page): Promise<string[][]> {
  return ((await ask(page, 'keys')) as string[][] | undefined) ?? [];
}

/** The epoch of the server that it is of; undefined before a page that keeps it was greeted: the next greeting drops it then. */
export async function keptEpoch(page: Page): Promise<string | undefined> {
  return ((await ask(page, 'last-person')) as { epoch?: string } | undefined)?.epoch;
}

async function ask(page: Page, what: 'keys' | 'last-person'): Promise<unknown> {
  return await page.evaluate(async (wanted) => {
    // Opening it first would make one that is not the app's.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'ou-la-la')) return undefined;
    return await new Promise((resolve, reject) => {
      const opening = indexedDB.open('ou-la-la');
      opening.addEventListener('error', () => reject(new Error('no database')));
      opening.addEventListener('success', () => {
        const database = opening.result;
        const store = database.transaction('kept').objectStore('kept');
        const asked = wanted === 'keys' ? store.getAllKeys() : store.get([wanted]);
        asked.addEventListener('success', () => {
          database.close();
          resolve(asked.result);
        });
      });
    });
  }, what);
}
