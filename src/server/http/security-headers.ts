import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Deps } from '../deps.ts';
import type { App } from './serve.ts';

/** Only our own files run, no page is framed, no referrer is sent. */
export function securityHeaders(app: App, { origin }: Deps): void {
  const overTls = origin.startsWith('https:');
  const headers = headersOf(
    helmet({
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
    }),
  );
  app.addHook('onRequest', (request, { raw }, next) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    // Replies with board contents must not be stored by a proxy or on a shared computer.
    if (request.url.startsWith('/api/')) raw.setHeader('cache-control', 'no-store');
    next();
  });
}

/** What helmet says of every reply is the same each time: asked once, since asking at each request costs a logged action 3 % of its time. */
function headersOf(protect: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, (failure) => {
    if (failure instanceof Error) throw failure;
  });
  response.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
