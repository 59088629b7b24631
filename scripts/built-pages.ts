import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rollup } from 'vite';
import { type PageName, pageNames } from '../src/shared/pages.ts';
import { stylesOf, withStyles } from './style-files.ts';
import { css } from './styles.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** As src/client/app/static-pages.tsx makes it. */
interface StaticPages {
  staticPages: Partial<Record<PageName, { title?: string; marks?: readonly string[]; markup: string }>>;
}

const app = ['app/app.tsx'];
const shell = [...app, 'shell/shell.tsx'];

/** What main.tsx loads at once for the screen of each page. */
const screens: Record<PageName, readonly string[]> = {
  app: [],
  landing: ['landing/landing-screen.tsx'],
  privacy: ['legal/legal-screen.tsx'],
  legal: ['legal/legal-screen.tsx'],
  https: ['legal/legal-screen.tsx'],
  verify: ['legal/legal-screen.tsx'],
  invitation: [...app, 'membership/invite-screen.tsx'],
  login: [...app, 'accounts/login-screen.tsx'],
  signup: [...app, 'accounts/signup-screen.tsx'],
  dashboard: [...shell, 'screens/dashboard-screen.tsx'],
  boards: [...shell, 'screens/boards-screen.tsx'],
  board: [...shell, 'screens/board-screen.tsx'],
  requests: [...shell, 'membership/requests-screen.tsx'],
};

/** What the screen itself loads at once, and draws once its styles have come. */
const parts: Partial<Record<PageName, readonly string[]>> = { board: ['boards/avatar-offer.tsx'] };

/**
 * Makes of the one page a page for each kind of address, into `.pages` beside it: with what its screen says to everybody drawn into it, and
 * with the names of its scripts, which would otherwise be known only once the first of them runs.
 */
export function builtPages(): Plugin {
  return {
    name: 'built-pages',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        const page = bundle['index.html'];
        if (dir === undefined || page?.type !== 'asset') throw new Error('there is no page');
        const html = String(page.source);
        const folder = join(dir, '.pages');
        await mkdir(folder, { recursive: true });
        const { staticPages: drawn } = await drawStaticPages();
        for (const name of pageNames) {
          if (name === 'app') continue;
          const chunks = chunksOf(screens[name], bundle);
          const scripts = scriptsOf([...chunks, ...chunksOf(parts[name] ?? [], bundle)], bundle).filter(
            (file) => !html.includes(`/${file}"`),
          );
          const links = scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`);
          const { title = 'OU LA LA', marks = [], markup = '' } = drawn[name] ?? {};
          const marked = into(withStyles(html, stylesOf(chunks, bundle)), '<html lang="fr"', ['<html lang="fr"', ...marks].join(' '));
          // After the styles, which the first paint waits for: over HTTP/1.1 all would share the line from the start.
          const later = into(marked, ' type="module"', ' type="module" fetchpriority="low"');
          const titled = into(later, '<title>OU LA LA</title>', `<title>${title}</title>`);
          // A page that is whole without scripts needs no sentence for when they do not come.
          const silent = isWhole.has(name) ? into(titled, sentenceWithoutScript, '') : titled;
          // A page with something to read needs no excuse; a person's own screens cannot do without script.
          const root = isForEverybody.has(name) ? emptyRootAndExcuse : emptyRoot;
          const filled = into(silent, root, `<div id="root">${markup}</div>`);
          await writeFile(join(folder, `${name}.html`), into(filled, '</body>', `${links.join('')}</body>`));
        }
      },
    },
  };
}

/** In a build of its own, for Node: the names of its styles are those of the page's, since they follow from the same files. */
async function drawStaticPages(): Promise<StaticPages> {
  const outDir = fileURLToPath(new URL('../node_modules/.vite/static-pages', import.meta.url));
  await build({
    configFile: false,
    root: source,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    css,
    build: {
      ssr: join(source, 'client/app/static-pages.tsx'),
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'static-pages.js' } },
    },
  });
  return (await import(pathToFileURL(join(outDir, 'static-pages.js')).href)) as StaticPages;
}

function chunksOf(names: readonly string[], bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  return names.map((name) => {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(join(source, 'client', name)));
    if (chunk?.type !== 'chunk') throw new Error(`no file has ${name}`);
    return chunk;
  });
}

/** The files of these chunks and of all that they import. */
function scriptsOf(chunks: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') chunk.imports.forEach(visit);
  };
  for (const { fileName } of chunks) visit(fileName);
  return [...found];
}

const isForEverybody: ReadonlySet<PageName> = new Set(['landing', 'invitation', 'privacy', 'legal', 'https', 'verify']);
const isWhole: ReadonlySet<PageName> = new Set(['landing', 'privacy', 'legal', 'https', 'verify']);
const sentenceWithoutScript = /[ \t]*<p class="unstarted".*?<\/p>\n/s;
const emptyRoot = '<div id="root"></div>';
const emptyRootAndExcuse = /<div id="root"><\/div>\s*<noscript>.*?<\/noscript>/s;

function into(html: string, pattern: string | RegExp, text: string): string {
  if (html.search(pattern) < 0) throw new Error(`the page has no place for ${String(pattern)}`);
  return html.replace(pattern, () => text);
}
