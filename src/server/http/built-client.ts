import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignUpPolicy } from '#shared/accounts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { readFirstReplies } from './first-replies.ts';
import { createPages, type Page } from './pages.ts';
import type { App } from './serve.ts';
import { sendCompressed, sendStaticContent } from './static-content.ts';

// Two rooms up from `dist/server` as from `src/server/http`: the client is found from both.
const here = dirname(fileURLToPath(import.meta.url));
const candidates = [join(here, '../client'), join(here, '../../../dist/client')];

/** Serves the built pages: files by their name, and the one page for every other path a person may open. */
export async function builtClient(
  app: App,
  deps: Pick<Deps, 'config' | 'origin'>,
  /** The people who may make an account at this moment. */
  signUps: () => Promise<SignUpPolicy>,
  root = candidates.find((folder) => existsSync(join(folder, 'index.html'))),
): Promise<void> {
  const pages = root === undefined ? undefined : createPages(root, deps);
  if (root === undefined || pages === undefined) app.log.warn('the client is not built: only the API is served');
  else await serveFiles(app, root, pages.app.policy);

  app.setNotFoundHandler({}, async (request, reply) => {
    if (pages !== undefined && opensPage(request))
      return sendPage(app, pages.at(request, pathOf(request), await signUps()), request, reply);
    const refusal = refuse('not_found');
    return reply.status(refusal.status).send(refusal.body);
  });
}

async function sendPage(app: App, { html, content, policy }: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const first = isOpened(request) ? await readFirstReplies(app, request, pathOf(request)) : null;
  reply.header('content-security-policy', policy);
  if (first === null) return sendStaticContent(request, reply, content, 'accept-encoding, cookie');
  // The content of a board must not stay in a proxy, nor in this computer for its next user.
  reply.header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie').type(content.type);
  if (first.cookies.length > 0) reply.header('set-cookie', first.cookies);
  return sendCompressed(
    request,
    reply,
    html.replace('</body>', () => `${first.element}</body>`),
  );
}

/** Whether a signed-in person opens a page in a window. What a script fetches, or a program by its token, is the same for everybody. */
function isOpened({ method, headers, caller }: FastifyRequest): boolean {
  return method === 'GET' && caller?.via === 'session' && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

async function serveFiles(app: App, root: string, policy: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    await files.register(staticFiles, {
      root,
      index: false,
      // One route per existing file: everything else reaches the handler above.
      wildcard: false,
      // They are sent for the file that they are of.
      globIgnore: ['**/*.br', '**/*.gz'],
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content.
        reply.setHeader('vary', 'accept-encoding');
        // The page by its own name, as the service worker asks for it: its header is kept with it.
        if (path === join(root, 'index.html')) reply.setHeader('content-security-policy', policy);
        reply.setHeader('cache-control', path.startsWith(join(root, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}

/** A path of the application, and not a file that is missing. */
function opensPage(request: FastifyRequest): boolean {
  const { method } = request;
  const path = pathOf(request);
  return (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}
