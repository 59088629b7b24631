import fastify, { type FastifyInstance } from 'fastify';
import type { App } from './serve.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

// The reader brings styles and scripts of its own, inline. Only these pages allow them.
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** `/api/docs`: the API to read and try. Loaded when somebody first opens it, since it weighs megabytes that no player needs. */
export function apiReader(app: App): void {
  let reader: Promise<FastifyInstance> | undefined;
  // By path, and only what there is: nobody makes them many.
  const pages = new Map<string, StaticContent>();

  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { config: { public: true } }, async (request, reply) => {
      reply.header('content-security-policy', policy);
      const [path = ''] = request.url.split('?', 1);
      const known = pages.get(path);
      if (known) return await sendStaticContent(request, reply, known);
      reader ??= openReader();
      const page = await (await reader).inject({ url: path });
      if (page.statusCode === 200) {
        const content = createStaticContent(String(page.headers['content-type']), page.rawPayload);
        pages.set(path, content);
        return await sendStaticContent(request, reply, content);
      }
      for (const name of ['content-type', 'location'] as const) {
        const value = page.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.status(page.statusCode).send(page.rawPayload);
    });
  }
}

async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reader = fastify();
  await reader.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
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
