import type { App } from './serve.ts';

interface Reply {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
}

/**
 * Tells of each reply by the pattern of its route: addresses hold names, and there is no end of them. Fastify tells nothing of streams,
 * since they write their replies themselves.
 */
export function measureReplies(app: App, replied: (reply: Reply) => void): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { method, routeOptions } = request;
    const status = reply.statusCode;
    // A path without a route is a page of the app, or nothing.
    const route = request.is404 ? (status < 400 ? 'pages' : 'unknown') : nameOf(routeOptions.url);
    replied({ method, route, status, milliseconds: reply.elapsedTime });
    next();
  });
}

/** The name of a route in the metrics. Built files share one, since every build names them anew. */
function nameOf(pattern = 'unknown'): string {
  return pattern.startsWith('/api/') || pattern === '/healthz' || pattern === '/readyz' ? pattern : 'files';
}
