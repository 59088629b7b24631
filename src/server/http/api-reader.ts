import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { hashesOf } from './security-headers.ts';
import type { App } from './serve.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

interface Page {
  content: StaticContent;
  policy: string;
}

/** The reader makes styles of its own as it runs: only its pages allow that. Of scripts they allow what stands in them, as all our pages do. */
function policyOf(html: string): string {
  const scripts = ["'self'", ...hashesOf('script', html)].join(' ');
  return `default-src 'none'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
}

/** `/api/docs`: the API to read and try. Loaded when somebody first opens it, since it weighs megabytes that no player needs. */
export function apiReader(app: App): void {
  let reader: Promise<FastifyInstance> | undefined;
  // By path, and only what there is: nobody makes them many.
  const pages = new Map<string, Page>();

  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { config: { public: true } }, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const known = pages.get(path);
      if (known) return await sendPage(request, reply, known);
      reader ??= openReader();
      const page = await (await reader).inject({ url: path });
      if (page.statusCode === 200) {
        const type = String(page.headers['content-type']);
        const made = {
          content: createStaticContent(type, page.rawPayload),
          policy: policyOf(type.startsWith('text/html') ? page.payload : ''),
        };
        pages.set(path, made);
        return await sendPage(request, reply, made);
      }
      for (const name of ['content-type', 'location'] as const) {
        const value = page.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.status(page.statusCode).send(page.rawPayload);
    });
  }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, { content, policy }: Page) {
  return await sendStaticContent(request, reply.header('content-security-policy', policy), content);
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
