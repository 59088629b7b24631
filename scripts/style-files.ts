import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';

type Chunk = Rollup.OutputChunk;

const client = fileURLToPath(new URL('../src/client', import.meta.url));

/** What the files are made of, in the order of the cascade: none styles what stands in a later one. */
const names = ['start', 'home', 'entrance', 'landing', 'screens', 'parts'] as const;
type Name = (typeof names)[number];

/** Parts stand behind the screens in one file: they say much alike, and in two files all styles would weigh 1.3 kB more (gzip). */
const fileOf = (name: Name) => `${name === 'parts' ? 'screens' : name}.css`;

/** The screens that have a file of their own. All other screens share one with all parts that no screen imports statically. */
const screens = {
  // They come a moment later: too little for a file of their own, and a toast also says that styles do not come.
  start: ['consent/consent-line.tsx', 'ui/toast-card.tsx'],
  home: ['shell/shell.tsx', 'screens/dashboard-screen.tsx'],
  entrance: ['accounts/login-screen.tsx', 'accounts/signup-screen.tsx', 'membership/invite-screen.tsx', 'legal/legal-screen.tsx'],
  landing: ['landing/landing-screen.tsx'],
} satisfies Partial<Record<Name, string[]>>;

/**
 * Puts all styles into a few files, and links to all of them into the page, in the order in which they apply. Only the links of the first screen are
 * stylesheets from the start; `ui/lazy-import.ts` turns others into some before it imports what needs them. Scripts know the files by
 * names that stay the same, so a change of styles changes no script. Vite would make a file for each of some 80 scripts, name them in every script
 * that imports one, and add them to the page in the order in which they are needed.
 *
 * The links stand behind the ring: in the head they would keep back the first paint, and with it the ring. What stands below is
 * drawn once they are there: the empty script has those browsers wait that would draw it without.
 */
export function styleFiles(): Plugin {
  let links = '';
  return {
    name: 'style-files',
    apply: 'build',
    generateBundle: {
      // Before Vite names the styles of a script in the scripts that import it.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = chunksInOrder(bundle);
        const nameOf = naming(chunks);
        holdOrder(chunks, nameOf, bundle);
        const texts = new Map<Name, string>();
        for (const chunk of chunks) {
          const { importedCss } = chunk.viteMetadata ?? {};
          if (!importedCss || importedCss.size === 0) continue;
          const name = nameOf(chunk);
          for (const file of importedCss) {
            const asset = bundle[file];
            if (asset?.type !== 'asset') throw new Error(`no file has the styles ${file}`);
            texts.set(name, `${texts.get(name) ?? ''}${String(asset.source)}\n`);
            delete bundle[file];
          }
          importedCss.clear();
          // Each page has the first.
          if (name !== 'start') importedCss.add(fileOf(name));
        }
        const sources = new Map<string, string>();
        for (const name of names) {
          const source = texts.get(name);
          if (source === undefined) throw new Error(`nothing has its styles in ${name}`);
          sources.set(fileOf(name), `${sources.get(fileOf(name)) ?? ''}${source}`);
        }
        links = '';
        for (const [name, source] of sources) {
          const file = this.getFileName(this.emitFile({ type: 'asset', name, source }));
          links += `    <link data-styles="${name}" crossorigin href="/${file}">\n`;
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const place = /[ \t]*<!-- styles -->\n/;
        if (!place.test(html)) throw new Error('the page has no place for its styles');
        return withStyles(
          html.replace(place, () => `${links}    <script>;</script>\n`),
          ['start.css'],
        );
      },
    },
  };
}

/** What a part of a screen is given by what draws it must apply after its own styles. */
function holdOrder(chunks: readonly Chunk[], nameOf: (chunk: Chunk) => Name, bundle: Rollup.OutputBundle): void {
  for (const chunk of chunks) {
    for (const file of chunk.imports) {
      const imported = bundle[file];
      if (imported?.type === 'chunk' && names.indexOf(nameOf(imported)) > names.indexOf(nameOf(chunk)))
        throw new Error(`the styles of ${file} would stand after those of ${chunk.fileName}, which imports it`);
    }
  }
}

/** The names of the styles that these chunks and all that they import need. */
export function stylesOf(chunks: readonly Chunk[], bundle: Rollup.OutputBundle): Set<string> {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk');
  return new Set([...reachedFrom(chunks, all)].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
}

/** The page with these styles from the start. */
export function withStyles(html: string, styles: Iterable<string>): string {
  return [...styles].reduce(
    (page, name) => page.replace(`<link data-styles="${name}"`, `<link rel="stylesheet" data-styles="${name}"`),
    html,
  );
}

/** Each after all that it imports, and those that are imported later after all others. */
function chunksInOrder(bundle: Rollup.OutputBundle): Chunk[] {
  const found = new Set<Chunk>();
  const later = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    chunk.imports.forEach(visit);
    for (const imported of chunk.dynamicImports) later.add(imported);
    found.add(chunk);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
  // Grows while it is walked.
  for (const file of later) visit(file);
  return [...found];
}

/** These chunks and all that they import statically. */
function reachedFrom(roots: readonly Chunk[], chunks: readonly Chunk[]): Set<Chunk> {
  const reached = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || reached.has(chunk)) return;
    reached.add(chunk);
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file));
  };
  roots.forEach(visit);
  return reached;
}

/** Which file has the styles of a chunk. */
function naming(chunks: readonly Chunk[]): (chunk: Chunk) => Name {
  const withModule = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(join(client, module)));
    if (!found) throw new Error(`no file has ${module}`);
    return found;
  };
  const reached = (modules: readonly string[]) => reachedFrom(modules.map(withModule), chunks);
  const [start, home, entrance] = [reached(screens.start), reached(screens.home), reached(screens.entrance)];
  const landing = reached(screens.landing);
  const board = reached(['screens/board-screen.tsx']);
  const entry = reachedFrom(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  );
  const importedLater = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  const laterOnes = chunks.filter(({ fileName }) => importedLater.has(fileName));
  const isScreen = ({ facadeModuleId }: Chunk) => facadeModuleId?.endsWith('-screen.tsx') ?? false;
  return (chunk) => {
    const isIn = (...sets: Set<Chunk>[]) => sets.some((set) => set.has(chunk));
    const isShared = isIn(landing) ? isIn(home, entrance, board) : isIn(entrance) && isIn(home, board);
    if (isIn(entry, start) || isShared) return 'start';
    if (isIn(home)) return 'home';
    if (isIn(entrance)) return 'entrance';
    if (isIn(landing)) return 'landing';
    if (isScreen(chunk)) return 'screens';
    const further = laterOnes.filter((one) => reachedFrom([one], chunks).has(chunk));
    return further.some(isScreen) ? 'screens' : 'parts';
  };
}
