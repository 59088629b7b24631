import helmet from '@fastify/helmet';
import type { Deps } from '../deps.ts';
import type { App } from './serve.ts';

/** Nothing but our own files runs, nothing is framed, nothing tells where people come from. */
export async function securityHeaders(app: App, { origin }: Deps): Promise<void> {
  const overTls = origin.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // A browser would remember it for every other program on http://localhost.
    strictTransportSecurity: overTls ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    // What is on a board is nobody's to keep: no proxy's, and no shared computer's.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
