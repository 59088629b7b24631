import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Deps } from '../deps.ts';
import type { App } from './serve.ts';
import { transportSecurity } from './transport-security.ts';

/** Puts on a reply that only our own files and what stands in our own page run, that no page is framed, and no referrer sent. */
export type Protect = (reply: ServerResponse) => void;

export function createProtection({ config, origin }: Pick<Deps, 'config' | 'origin'>): Protect {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: policyOf(''),
      strictTransportSecurity: false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  // Replies with board contents must not be stored by a proxy or on a shared computer. What may be says so itself.
  headers.push(['cache-control', 'no-store']);
  const byTls = transportSecurity(origin, config.hstsMaxAge);
  if (byTls !== undefined) headers.push(['strict-transport-security', byTls]);
  return (reply) => {
    for (const [name, value] of headers) reply.setHeader(name, value);
  };
}

export function protectReplies(app: App, protect: Protect): void {
  app.addHook('onRequest', (_request, { raw }, next) => {
    protect(raw);
    next();
  });
}

/** The policy of a page. Read from the text that is served: page and header cannot drift apart. */
export function pagePolicy(html: string): string {
  const header = new Map(headersOf(helmet.contentSecurityPolicy(policyOf(html)))).get('content-security-policy');
  if (header === undefined) throw new Error('there is no content security policy');
  return header;
}

/** Beside our own files only what stands in the page itself, known by its hash. */
function policyOf(html: string) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...hashesOf('script', html)],
      styleSrc: ["'self'", ...hashesOf('style', html)],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  };
}

/** The hashes of the content of such elements, as a content security policy names them. */
export function hashesOf(element: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(new RegExp(`<${element}\\b([^>]*)>(.*?)</${element}>`, 'gis'));
  return [...elements]
    .filter(([, attributes = '']) => !/\ssrc=/i.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(asParsed(text)).digest('base64')}'`);
}

/** As browsers hash it: they know one kind of line end. */
function asParsed(text: string): string {
  return text.replace(/\r\n?/g, '\n');
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
