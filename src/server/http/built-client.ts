import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import { refuse } from './refusal.ts';
import type { App } from './serve.ts';

// Two rooms up from `dist/server` as from `src/server/http`: the client is found from both.
const here = dirname(fileURLToPath(import.meta.url));
const candidates = [join(here, '../client'), join(here, '../../../dist/client')];

/** Serves the built pages: files by their name, and the one page for every other path a person may open. */
export async function builtClient(app: App): Promise<void> {
  const root = candidates.find((folder) => existsSync(join(folder, 'index.html')));
  if (root === undefined) {
    app.log.warn('the client is not built: only the API is served');
    return;
  }
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  app.addHook('onRoute', (route) => {
    if (route.url === '/*') route.config = { ...route.config, public: true };
  });
  await app.register(staticFiles, {
    root,
    wildcard: true,
    index: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders(reply, path) {
      // Names under assets/ carry a hash of their content.
      reply.setHeader('cache-control', path.includes(`${join(root, 'assets')}`) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler({}, async (request, reply) => {
    const opensPage = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+$/.test(request.url.split('?', 1)[0] ?? '');
    if (!opensPage) {
      const refusal = refuse('not_found');
      return reply.status(refusal.status).send(refusal.body);
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
