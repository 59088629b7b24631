import { createObservable } from './observable.ts';
import { forgetReloadFor } from './reload-page.ts';
import { ExpectedError } from './unexpected.ts';
import { importsIn } from './static-imports.ts';

/**
 * Every `import()` of the built client passes through here (`lazyImports` in vite.config.ts). Chromium before 156 and Firefox before 154
 * remember each module file that did not come: whatever needs it fails until the page is loaded anew, and asks nobody. So files are fetched
 * first, and `import()` runs once they are in the browser's cache.
 */

/** The server did not send a file of the client. Asking again may help. */
export class FilesUnreachable extends ExpectedError {
  override readonly name = 'FilesUnreachable';
}

/** Only a new page helps `file`. `outdated`: the server has no such file, so it has a newer version; else the browser remembers a failure. */
export class ReloadNeeded extends ExpectedError {
  override readonly name = 'ReloadNeeded';
  readonly file: string;
  readonly outdated: boolean;

  constructor(file: string, outdated: boolean) {
    super(file);
    this.file = file;
    this.outdated = outdated;
  }
}

/** Whether a file was asked for that the server no longer has: it has a newer version than this page's. */
export const isOutdated = createObservable(false);

/** In milliseconds. A slow network must be able to bring the largest file. */
const longestMs = 30_000;

let fetchesFirst = false;
/** The styles that have come, by name. */
const sheets = new Map<string, Promise<void>>();
/** The files that have come, by address, and the addresses of what each imports. */
const files = new Map<string, Promise<readonly string[]>>();

/**
 * From now on files are fetched before they are imported. Not from the start: the page itself names the files of its first screen, so a
 * fetch would only come second.
 */
export function fetchBeforeImport(): void {
  if (fetchesFirst) return;
  fetchesFirst = true;
  for (const { name, decodedBodySize } of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    if (name.endsWith('.js') && decodedBodySize > 0) files.set(name, Promise.resolve([]));
  }
}

/**
 * Imports a module by its own `import()`, once its styles apply. `file` is where the build has put it, `styles` are as scripts/style-files.ts names them.
 *
 * @throws {FilesUnreachable} one of its files did not come
 * @throws {ReloadNeeded} asking again is of no use
 */
export async function importLazily<Module>(load: () => Promise<Module>, [file, ...styles]: readonly string[] = []): Promise<Module> {
  const isFetched = fetchesFirst && file !== undefined;
  const styled = Promise.all(['start.css', ...styles].map(applyStyles));
  if (isFetched) await Promise.all([fetchWithImports(new URL(`/${file}`, location.href).href, new Set()), styled]);
  try {
    const [module] = await Promise.all([load(), styled]);
    if (file !== undefined) forgetReloadFor(file);
    return module;
  } catch (error) {
    // Loading again does not mend an error of the module itself.
    if (!(error instanceof TypeError)) throw error;
    if (isFetched) throw new ReloadNeeded(file, false);
    fetchesFirst = true;
    throw new FilesUnreachable(file, { cause: error });
  }
}

function applyStyles(name: string): Promise<void> {
  const known = sheets.get(name);
  if (known) return known;
  const coming = stylesheet(name);
  sheets.set(name, coming);
  coming.catch(() => sheets.delete(name));
  return coming;
}

/** Makes a stylesheet of the link to `name`, which stands in the page at its place in the cascade. */
async function stylesheet(name: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[data-styles="${name}"]`);
  // Those of the page itself have come, or failed, before any script runs.
  if (!link || hasRules(link)) return;
  if (fetchesFirst) await codeAt(link.href);
  // A link that has failed once loads nothing more.
  const again = link.cloneNode() as HTMLLinkElement;
  again.rel = 'stylesheet';
  await new Promise<void>((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new FilesUnreachable(link.href)));
    link.replaceWith(again);
  });
}

function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    // Browsers answer so where the file did not come.
    return false;
  }
}

/** `seen`: addresses that this call asks for already; files may import each other in a circle. */
async function fetchWithImports(address: string, seen: Set<string>): Promise<void> {
  if (seen.has(address)) return;
  seen.add(address);
  const imports = await importsAt(address);
  await Promise.all(imports.map((imported) => fetchWithImports(imported, seen)));
}

function importsAt(address: string): Promise<readonly string[]> {
  const known = files.get(address);
  if (known) return known;
  const coming = codeAt(address).then((code) => importsIn(code).map((name) => new URL(name, address).href));
  files.set(address, coming);
  // The caller gets the failure; the next call asks again.
  coming.catch(() => files.delete(address));
  return coming;
}

async function codeAt(address: string): Promise<string> {
  let status = 0;
  let text = '';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(longestMs) });
    status = response.status;
    text = await response.text();
    // A captive portal may answer with a page of its own.
    if (response.ok && /javascript|css/.test(response.headers.get('content-type') ?? '')) return text;
  } catch (error) {
    throw new FilesUnreachable(address, { cause: error });
  }
  // A proxy that does not reach our server may answer 404 too, in words of its own.
  if (status !== 404 || !text.includes('"code":"not_found"')) throw new FilesUnreachable(`${address}: ${status}`);
  isOutdated.set(true);
  throw new ReloadNeeded(address, true);
}
