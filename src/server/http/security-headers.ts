import helmet from 'helmet';
import type { Deps } from '../deps.ts';
import type { App } from './serve.ts';

/** Nothing but our own files runs, nothing is framed, nothing tells where people come from. */
export function securityHeaders(app: App, { origin }: Deps): void {
  const overTls = origin.startsWith('https:');
  // Built once: helmet's plugin for Fastify reads and writes the whole policy anew at each request.
  const protect = helmet({
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
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    // What is on a board is nobody's to keep: no proxy's, and no shared computer's.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    protect(request.raw, reply.raw, (failure) => next(failure instanceof Error ? failure : undefined));
  });
}
