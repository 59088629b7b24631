import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { builtPages } from './scripts/built-pages.ts';
import { fileSums, sumOf } from './scripts/file-sums.ts';
import { styleFiles, stylesOf } from './scripts/style-files.ts';
import { css } from './scripts/styles.ts';
import { licencesFile, licenceTexts } from './scripts/licence-texts.ts';
import { sharedChunks } from './scripts/shared-chunks.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = process.env['API_URL'] ?? 'http://localhost:3000';

// The browsers the client is written for: the first of each to have @starting-style and light-dark(). iOS by its own name: its Safari
// needs prefixes that the one of a Mac does not.
export const browsers = ['chrome123', 'safari17.5', 'ios17.5', 'firefox129'];

const emojisId = 'virtual:emojis';

const chunkOf = sharedChunks();

export default defineConfig({
  // Above the rooms of the client: one of them is called api, and its files must not lie where the calls of the API do.
  root: here('src'),
  publicDir: 'client/app/public',
  // The default cache would land in src/node_modules.
  cacheDir: here('node_modules/.vite'),
  plugins: [
    react(),
    lazyImports(),
    emojis(),
    lightIcons(),
    noScrollRestoration(),
    openingInside(),
    styleFiles(),
    leftAsWritten(),
    // The list of emoji is made here, and the reader of the API is served as its package has it.
    licenceTexts(['emojibase-data', '@scalar/fastify-api-reference']),
    serviceWorker(),
    compressed(),
    builtPages(),
    fileSums(packageFile.version),
  ],
  css,
  // React has what this stands in for.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: here('dist/client'),
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Read by .size-limit.js to find which chunks a visit loads.
    manifest: true,
    // The content security policy refuses data: fonts and, but for those of the opening, inline scripts and styles. So nothing may be inlined.
    assetsInlineLimit: 0,
    // A script names only the file that it imports (see lazyImports): most of what that needs is there, and a link for each of some sixty files
    // takes a phone 100 ms.
    modulePreload: { polyfill: false, resolveDependencies: (file, files, { hostType }) => (hostType === 'html' ? files : [file]) },
    rollupOptions: {
      input: { index: here('src/index.html'), sw: here('src/client/pwa/service-worker.ts') },
      // A worker sees to the folder it lies in and those below, and is looked for at the same address for ever.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // By itself the bundler makes a file of every few lines that some screens share, and many small ones compress badly.
        codeSplitting: {
          groups: [
            // First whatever the landing page stands on, then what it shares with home: a later group would take it along. Nothing of the worker's.
            { name: 'start', tags: ['$initial'], test: /^(?!.*(workbox|service-worker))/, priority: 2 },
            { name: (id, graph) => (chunkOf(id, graph) === 'common' ? 'common' : null), priority: 1 },
            { name: chunkOf },
          ],
        },
      },
    },
  },
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    proxy: {
      '/api/': { target: server },
      '/healthz': { target: server },
      '/readyz': { target: server },
    },
  },
});

/**
 * Has every `import()` of the client made by `importLazily`. Vite passes each to a helper of its own, with the names of the files above, which
 * puts links to them into the page. The browsers that remember a failed module remember that of such a link too.
 *
 * Vite also writes `async () => { const { Part } = await import(file); return { Part } }` around each, from which the bundler knows what is used of a
 * module. Once that is known, it is only weight: 400 bytes on the first screens.
 */
function lazyImports(): Plugin {
  return {
    name: 'lazy-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? "export { importLazily as __vitePreload } from '/client/ui/lazy-import.ts';" : null),
    // Vite keeps the names in a list and looks them up there. Beside the import they compress to almost nothing: 100 bytes less for each script.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const [list = '', names = '[]'] = /^const __vite__mapDeps=.*?m\.f=(\[[^\]]*\]).*\n/.exec(chunk.code) ?? [];
          const named = JSON.parse(names) as string[];
          // The styles of whatever runs have come.
          const applying = stylesOf([chunk], bundle);
          const needed = (indexes: string) => indexes.split(',').map((index) => named[Number(index)] ?? '');
          chunk.code = chunk.code
            .slice(list.length)
            .replaceAll(/async\(\)=>\{let(\{[^{}]*\})=await (import\([^()]*\)(?:\.then\(\w+=>\w+\.\w+\))?);return\1\}/g, '()=>$2')
            .replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, indexes: string) =>
              JSON.stringify(needed(indexes).filter((name) => !applying.has(name))),
            );
        }
      },
    },
  };
}

/**
 * All emoji by their families, with French names and words to find them by: what `virtual:emojis` imports. Those that came after Emoji 15
 * are left out: Node 20 does not know them as emoji, and many phones cannot draw them.
 */
function emojis(): Plugin {
  interface Entry {
    emoji: string;
    hexcode: string;
    label: string;
    tags?: string[];
    group?: number;
    order?: number;
    version: number;
  }
  const read = (name: string) => JSON.parse(readFileSync(here(`node_modules/emojibase-data/fr/${name}.json`), 'utf8')) as unknown;
  const families = () => {
    const entries = (read('data') as Entry[]).filter(({ version }) => version <= 15).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    const { groups } = read('messages') as { groups: { key: string; message: string; order: number }[] };
    return groups
      .filter(({ key }) => key !== 'component')
      .map(({ message, order }) => ({ name: capitalized(message), emojis: entries.filter(({ group }) => group === order).map(listed) }));
  };
  // The server takes each in one way of writing only; here some lack the sign that makes an emoji of a text, others have it for nothing.
  const asEmoji = (emoji: string) => {
    const found = [emoji, `${emoji}\uFE0F`, emoji.replaceAll('\uFE0F', '')].find((one) => /^\p{RGI_Emoji}$/v.test(one));
    if (found === undefined) throw new Error(`no single emoji: ${emoji}`);
    return found;
  };
  const capitalized = (name: string) => name.charAt(0).toLocaleUpperCase('fr') + name.slice(1);
  const listed = ({ emoji, label, tags = [] }: Entry) => {
    const known = new Set(label.split(' '));
    const further = new Set(tags.flatMap((tag) => tag.split(' ')).filter((word) => !known.has(word)));
    return [asEmoji(emoji), label, [...further].join(' ')];
  };
  return {
    name: 'emojis',
    resolveId: (source) => (source === emojisId ? `\0${emojisId}` : null),
    load: (resolved) => (resolved === `\0${emojisId}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(families()))})` : null),
  };
}

/**
 * Has the icons drawn by `ui/icon.ts`. Each part of one has a key, which React asks for while one develops: no part ever moves, and on the first
 * screens alone the keys are 220 bytes.
 */
function lightIcons(): Plugin {
  const [theirs, ours] = ["'../createLucideIcon.mjs'", JSON.stringify(here('src/client/ui/icon.ts'))];
  let light = 0;
  return {
    name: 'light-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler(code, id) {
        // Names of icons that are elsewhere.
        if (!/^import /m.test(code)) return null;
        if (!code.includes(theirs)) throw new Error(`${id} does not import ${theirs} any more`);
        light += 1;
        return { code: code.replaceAll(/, key: "\w+"/g, '').replace(theirs, ours), map: null };
      },
    },
    buildEnd(error) {
      if (!error && light === 0) throw new Error('no icon of lucide-react is where it was');
    },
  };
}

/**
 * Takes out of the router what remembers where pages were scrolled to: `app/router.tsx` never asks for it. Left as options it is 700 bytes of
 * the first signed-in screen.
 */
function noScrollRestoration(): Plugin {
  const never = {
    'force ?? router.options.scrollRestoration': 'false',
    'router.options.scrollToTopSelectors': 'undefined',
    'typeof router.options.scrollRestoration === "function"': 'false',
    'getKey(event.toLocation)': 'undefined',
    'event.fromLocation && getKey(event.fromLocation)': 'undefined',
    'scroll.e ?': 'false ?',
  };
  let found = false;
  return {
    name: 'no-scroll-restoration',
    apply: 'build',
    transform: {
      filter: { id: /\/router-core\/dist\/esm\/scroll-restoration\.js$/ },
      handler(code, id) {
        found = true;
        return Object.entries(never).reduce((without, [part, constant]) => {
          if (!without.includes(part)) throw new Error(`${id} no longer says ${part}`);
          return without.replace(part, constant);
        }, code);
      },
    },
    buildEnd(error) {
      if (!error && !found) throw new Error('the scroll restoration of the router is not where it was');
    },
  };
}

/**
 * Writes into the page the theme's script, that which asks for a newer browser, and the ring's styles: as files they would keep back the first
 * paint by another round trip. The server allows them by their hashes. After all that Vite does to a page, so that they stay as they are.
 */
function openingInside(): Plugin {
  const parts = {
    '<!-- theme.js -->': () => scriptOf('theme.js'),
    '<!-- requirements.js -->': () => scriptOf('requirements.js'),
    '<!-- opening.css -->': () => `<style>\n${partOf('opening.css').replace(/\/\*.*?\*\/\n?/gs, '')}</style>`,
  };
  const scriptOf = (name: string) => `<script>\n${partOf(name).replace(/^\s*\/\/.*\n/gm, '')}</script>`;
  const partOf = (name: string) => readFileSync(here(`src/client/app/opening/${name}`), 'utf8');
  return {
    name: 'opening-inside',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        return Object.entries(parts).reduce((page, [place, part]) => {
          if (!page.includes(place)) throw new Error(`the page has no place for ${place}`);
          return page.replace(place, part);
        }, html);
      },
    },
  };
}

/**
 * Asks Cloudflare's Rocket Loader, by the attribute that it looks for, to leave the scripts of the page alone. It would load them by an inline
 * script of its own, which the content security policy refuses. The attribute must stand before `src`. After the other plugins.
 */
function leftAsWritten(): Plugin {
  return {
    name: 'left-as-written',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(/<script(?=[\s>])/g, '<script data-cfasync="false"') },
  };
}

/**
 * Writes into the service worker which files the app is made of. A file without a hash in its name gets one beside it: it is
 * how the worker knows that it changed.
 */
function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      // After the page is made.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
        if (worker.imports.length > 0) throw new Error(`the service worker shares code with the page: ${worker.imports.join(', ')}`);
        const built = Object.values(bundle).filter(
          // The names of all emoji are much, and only who writes an action needs them.
          (file) =>
            file.fileName !== 'sw.js' &&
            file.fileName !== licencesFile &&
            !file.fileName.startsWith('.') &&
            !(file.type === 'chunk' && file.facadeModuleId === `\0${emojisId}`),
        );
        const files = [
          ...built.map((file) => ({
            url: `/${file.fileName}`,
            revision: file.fileName.startsWith('assets/') ? null : hashOf(file.type === 'chunk' ? file.code : file.source),
          })),
          // The large pictures are for the system, when it installs the app, and for messengers.
          ...readdirSync(publicDir)
            .filter((name) => !/512|apple|apercu|shortcut|screenshot/.test(name))
            .map((name) => ({ url: `/${name}`, revision: hashOf(readFileSync(join(publicDir, name))) })),
        ];
        worker.code = worker.code.replace('__APP_FILES__', () => JSON.stringify(files));
      },
    },
  };
}

function hashOf(content: string | Uint8Array): string {
  return sumOf(content).slice(0, 16);
}

/** Each script, style and picture also as Brotli and gzip, so that no visitor makes the server compress it. The page is kept by the server. */
function compressed(): Plugin {
  let publicDir = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const built = Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const);
      const asTheyAre = readdirSync(publicDir).map((name) => [name, readFileSync(join(publicDir, name))] as const);
      for (const [name, source] of [...built, ...asTheyAre]) {
        if (!/\.(js|css|svg|txt|webmanifest)$/.test(name)) continue;
        const content = Buffer.from(source);
        const path = join(dir, name);
        await writeFile(`${path}.br`, brotliCompressSync(content));
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
