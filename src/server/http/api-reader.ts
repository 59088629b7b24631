import fastify, { type FastifyInstance } from 'fastify';
import { hashesOf } from './security-headers.ts';
import type { App } from './serve.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

const prefix = '/api/docs';

interface Page {
  content: StaticContent;
  policy: string;
}

/** The reader makes styles of its own as it runs: only its pages allow that. They allow the scripts that stand in them, as all our pages do. */
function policyOf(html: string): string {
  const scripts = ["'self'", ...hashesOf('script', html)].join(' ');
  return `default-src 'none'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
}

/** `/api/docs`: the API to read and try. Loaded when somebody first opens it, since it weighs megabytes that no player needs. */
export function apiReader(app: App): void {
  let reader: Promise<FastifyInstance> | undefined;
  app.get(prefix, { config: { public: true } }, (_request, reply) => reply.redirect(`${prefix}/`, 301));

  // Each has a route and one place of its own: kept by the address of a request, the pages would be as many as there are ways to write it.
  for (const url of [`${prefix}/`, `${prefix}/js/scalar.js`]) {
    let page: Promise<Page> | undefined;
    app.get(url, { config: { public: true } }, async (request, reply) => {
      try {
        reader ??= openReader();
        page ??= readPage(await reader, url);
        await page;
      } catch (failure) {
        // The next request tries again.
        [reader, page] = [undefined, undefined];
        throw failure;
      }
      const { content, policy } = await page;
      return await sendStaticContent(request, reply.header('content-security-policy', policy), content);
    });
  }
}

async function readPage(reader: FastifyInstance, url: string): Promise<Page> {
  const { statusCode, headers, payload, rawPayload } = await reader.inject({ url });
  if (statusCode !== 200) throw new Error(`the reader of the API has no ${url}`);
  const type = String(headers['content-type']);
  if (!type.startsWith('text/html')) return { content: createStaticContent(type, rawPayload), policy: policyOf('') };
  // vite.config.ts does the same in our own pages, and says why.
  const html = payload.replaceAll(/<script(?=[\s>])/g, '<script data-cfasync="false"');
  return { content: createStaticContent(type, html), policy: policyOf(html) };
}

async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reader = fastify();
  await reader.register(scalar, {
    routePrefix: prefix,
    configuration: {
      url: '/api/openapi.json',
      // The server by the address at which it was opened: the page may ask no other.
      servers: [{ url: '/' }],
      // A browser lets no script send a cookie; it sends that of a session by itself.
      authentication: { preferredSecurityScheme: 'token' },
      title: 'OU LA LA · API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // Offers of the reader's maker, and calls to its servers.
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  });
  return reader;
}
