import type { Page } from '@playwright/test';

export async function keptKinds(page: Page): Promise<string[]> {
  return [...new Set((await keptPaths(page)).map(([kind = '']) => kind))].toSorted();
}

/** The keys of all that the browser keeps; what lies there is encrypted. */
export async function keptPaths(page: Page): Promise<string[][]> {
  const paths = await page.evaluate(
    async () =>
      // Opening it first would make one that is not the app's.
      (await indexedDB.databases()).some(({ name }) => name === 'ou-la-la') &&
      new Promise<string[][]>((resolve, reject) => {
        const opening = indexedDB.open('ou-la-la');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const keys = database.transaction('kept').objectStore('kept').getAllKeys();
          keys.addEventListener('success', () => {
            database.close();
            resolve(keys.result as string[][]);
          });
        });
      }),
  );
  return paths || [];
}
