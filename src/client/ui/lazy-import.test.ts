import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as LazyImport from './lazy-import.ts';

/** What the server has under these addresses: a file's code, a status, or nothing when it does not answer. */
let server: Record<string, string | number | undefined>;
let fetched: string[];
let lazy: typeof LazyImport;
/** What the page links to, as files of styles in the order of the page. */
let links: Link[];
const module = { Dialog: 'dialog' };

beforeEach(async () => {
  server = {
    '/assets/dialog.js': 'import{a as e}from"./field.js";import"./style.js";export{e as Dialog};',
    '/assets/field.js': 'import{Dialog as t}from"./dialog.js";export const a=1;',
    '/assets/style.js': 'export{};',
    '/assets/start.js': 'export{};',
    '/assets/start.css': 'html{color:red}',
    '/assets/board.css': '.board{color:red}',
  };
  fetched = [];
  links = [new Link('start.css', 'stylesheet'), new Link('board.css')];
  links.forEach((link) => link.ask());
  vi.stubGlobal('document', {
    querySelector: (selector: string) => links.find(({ name }) => selector === `link[data-styles="${name}"]`) ?? null,
  });
  vi.stubGlobal('location', new URL('http://localhost/board/1'));
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ name: 'http://localhost/assets/start.js', decodedBodySize: 10 }],
  });
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address).pathname;
    fetched.push(path);
    const found = server[path];
    if (found === undefined) throw new TypeError('Failed to fetch');
    return typeof found === 'number'
      ? new Response(found === 404 ? '{"code":"not_found","message":"…"}' : '', { status: found })
      : new Response(found, { headers: { 'content-type': path.endsWith('.css') ? 'text/css' : 'text/javascript; charset=utf-8' } });
  });
  vi.resetModules();
  lazy = await import('./lazy-import.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** A link to styles, as a browser has it: it asks for its file once, as soon as it stands in the page as a stylesheet. */
class Link {
  readonly name: string;
  readonly href: string;
  rel: string;
  sheet: { cssRules: string[] } | null = null;
  readonly #heard = new Map<string, () => void>();

  constructor(name: string, rel = '') {
    this.name = name;
    this.href = `http://localhost/assets/${name}`;
    this.rel = rel;
  }

  cloneNode() {
    return new Link(this.name, this.rel);
  }

  replaceWith(link: Link) {
    links = links.map((one) => (one === this ? link : one));
    queueMicrotask(() => link.ask());
  }

  addEventListener(event: string, listener: () => void) {
    this.#heard.set(event, listener);
  }

  ask() {
    if (this.rel !== 'stylesheet') return;
    const file = server[`/assets/${this.name}`];
    if (typeof file !== 'string') return this.#heard.get('error')?.();
    this.sheet = { cssRules: [file] };
    this.#heard.get('load')?.();
  }
}

test('a file is imported once it and all that it imports have come, each asked for once', async () => {
  lazy.fetchBeforeImport();
  const load = vi.fn(async () => {
    expect(fetched.toSorted()).toEqual(['/assets/dialog.js', '/assets/field.js', '/assets/style.js']);
    return module;
  });
  await expect(lazy.importLazily(load, ['assets/dialog.js'])).resolves.toBe(module);
  await lazy.importLazily(load, ['assets/dialog.js']);
  expect(load).toHaveBeenCalledTimes(2);
});

test.each(['/assets/dialog.js', '/assets/style.js'])(
  'while %s does not come nothing is imported, and it is asked for again the next time',
  async (path) => {
    lazy.fetchBeforeImport();
    const load = vi.fn(async () => module);
    const code = server[path];
    server[path] = undefined;
    await expect(lazy.importLazily(load, ['assets/dialog.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
    server[path] = 502;
    await expect(lazy.importLazily(load, ['assets/dialog.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
    expect(load).not.toHaveBeenCalled();
    server[path] = code;
    await expect(lazy.importLazily(load, ['assets/dialog.js'])).resolves.toBe(module);
  },
);

test('a module is imported with its styles, which take the place that the page keeps for them', async () => {
  lazy.fetchBeforeImport();
  const load = vi.fn(async () => module);
  server['/assets/board.css'] = undefined;
  await expect(lazy.importLazily(load, ['assets/start.js', 'board.css'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
  expect(load).not.toHaveBeenCalled();
  server['/assets/board.css'] = '.board{color:red}';
  await Promise.all([lazy.importLazily(load, ['assets/start.js', 'board.css']), lazy.importLazily(load, ['assets/start.js', 'board.css'])]);
  expect(links.map(({ name, sheet }) => [name, sheet?.cssRules.length])).toEqual([
    ['start.css', 1],
    ['board.css', 1],
  ]);
  expect(fetched).toEqual(['/assets/board.css', '/assets/board.css']);
});

test('at the start styles that do not come keep a module back, and are asked for again', async () => {
  const page = server['/assets/start.css'];
  [links[0], server['/assets/start.css']] = [new Link('start.css', 'stylesheet'), 502];
  await expect(lazy.importLazily(async () => module, ['assets/start.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
  server['/assets/start.css'] = page;
  await expect(lazy.importLazily(async () => module, ['assets/start.js'])).resolves.toBe(module);
  expect(links[0]?.sheet).not.toBeNull();
});

test('a file of styles that the server no longer has needs a new page', async () => {
  lazy.fetchBeforeImport();
  server['/assets/board.css'] = 404;
  const importing = lazy.importLazily(async () => module, ['assets/start.js', 'board.css']);
  await expect(importing).rejects.toMatchObject({ name: 'ReloadNeeded', outdated: true });
});

test('the page of a captive portal is no file', async () => {
  lazy.fetchBeforeImport();
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  await expect(lazy.importLazily(async () => module, ['assets/dialog.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
});

test.each(['404 page not found\n', '<html><h1>404 Not Found</h1></html>', '{"error":"not_found"}', ''])(
  "a proxy's 404 (%j) says nothing about the server's version",
  async (body) => {
    lazy.fetchBeforeImport();
    vi.stubGlobal('fetch', async () => new Response(body, { status: 404 }));
    await expect(lazy.importLazily(async () => module, ['assets/dialog.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
    expect(lazy.isOutdated.get()).toBe(false);
  },
);

test('a file that the server no longer has needs a new page', async () => {
  lazy.fetchBeforeImport();
  server['/assets/field.js'] = 404;
  await expect(lazy.importLazily(async () => module, ['assets/dialog.js'])).rejects.toMatchObject({ name: 'ReloadNeeded', outdated: true });
});

test('a file that came with the page is not fetched again', async () => {
  lazy.fetchBeforeImport();
  await lazy.importLazily(async () => module, ['assets/start.js']);
  expect(fetched).toEqual([]);
});

test('at the start a file is imported at once; when that fails it is fetched, and what the browser remembers needs a new page', async () => {
  const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect(lazy.importLazily(fails, ['assets/start.js'])).rejects.toBeInstanceOf(lazy.FilesUnreachable);
  expect(fetched).toEqual([]);
  await expect(lazy.importLazily(fails, ['assets/start.js'])).rejects.toMatchObject({ name: 'ReloadNeeded', outdated: false });
  expect(fetched).toEqual(['/assets/start.js']);
});

test('the page is loaded anew once for a file that does not load, and once more after it has loaded', async () => {
  const notes = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => notes.get(name) ?? null,
    setItem: (name: string, note: string) => void notes.set(name, note),
    removeItem: (name: string) => void notes.delete(name),
  });
  const { reloadBy, reloadOnceFor } = await import('./reload-page.ts');
  const reload = vi.fn();
  reloadBy(reload);
  const file = 'assets/dialog.js';
  expect([reloadOnceFor(file), reloadOnceFor(file), reloadOnceFor('assets/field.js'), reloadOnceFor(file)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(reload).toHaveBeenCalledTimes(2);
  await lazy.importLazily(async () => module, [file]);
  expect(reloadOnceFor(file)).toBe(true);
});

test('a page in a browser that stores no note is not reloaded by itself', async () => {
  // Node 26 has a storage of its own.
  vi.stubGlobal('sessionStorage', undefined);
  const { reloadBy, reloadOnceFor } = await import('./reload-page.ts');
  const reload = vi.fn();
  reloadBy(reload);
  expect(reloadOnceFor('assets/dialog.js')).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('an error of a module itself is passed on unchanged', async () => {
  lazy.fetchBeforeImport();
  const wrong = new SyntaxError('Invalid regular expression');
  await expect(lazy.importLazily(() => Promise.reject(wrong), ['assets/dialog.js'])).rejects.toBe(wrong);
});
