import { fileURLToPath } from 'node:url';

/** What the bundler tells of the modules that it has read. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const landing = ['landing/landing-screen.tsx', 'legal/legal-screen.tsx', 'consent/consent-line.tsx'];
const entrances = ['accounts/login-screen.tsx', 'accounts/signup-screen.tsx', 'membership/invite-screen.tsx'];
const home = ['shell/shell.tsx', 'screens/dashboard-screen.tsx'];

/** Small files that the screens of boards load together: each by itself would be compressed by itself. */
const together = {
  // What has a text field need not have a search, nor what that stands on.
  fields: /[\\/]src[\\/]client[\\/]ui[\\/](text-)?field\.(tsx|module\.css)$/,
  search: /[\\/]src[\\/](shared[\\/]action-search|client[\\/]actions[\\/](action-search-bar|found-actions|actions-messages\.fr))\.tsx?$/,
  standing: /[\\/]src[\\/]client[\\/](boards[\\/]own-standing|leaderboard[\\/](lead|leaderboard-messages\.fr))\.tsx?$/,
};

/** The router and the query cache, but for what only the profile's screen needs of them. */
const ofRouter = /node_modules\/(@tanstack\/(?!.*\/useBlocker)|use-sync-external-store\/)/;

/**
 * Names the file that a module of the first signed-in screens goes into. By itself the bundler makes a file of every few lines
 * that some screens share, and many small ones compress badly: 31 files of 149.9 kB became 5 of 141.9 kB. Nobody loads what only others
 * need: what the landing page shares with home is a file of its own, and what the entrances share goes where they load it anyway.
 */
export function sharedChunks(): (id: string, graph: ModuleGraph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    const name = (names ??= namesOf(graph)).get(id) ?? (ofRouter.test(id) ? 'app' : undefined);
    return name ?? Object.entries(together).find(([, files]) => files.test(id))?.[0] ?? null;
  };
}

function namesOf(graph: ModuleGraph): Map<string, string> {
  const ofHome = importedBy(graph, home);
  const ofApp = importedBy(graph, ['app/app.tsx']);
  const ofLanding = importedBy(graph, landing);
  const ofEntrances = importedBy(graph, entrances);
  const nameOf = (id: string) => {
    if (ofLanding.has(id)) return 'common';
    return ofApp.has(id) || ofEntrances.has(id) ? 'app' : 'home';
  };
  return new Map([...ofHome, ...ofApp].map((id) => [id, nameOf(id)]));
}

/** Ours alone: an index of a library leads to all that it has, used or not. What is used of it comes along by itself. */
function importedBy(graph: ModuleGraph, screens: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || !/[\\/]src[\\/](client|shared)[\\/]/.test(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const screen of screens) visit(fileURLToPath(new URL(`../src/client/${screen}`, import.meta.url)));
  return found;
}
