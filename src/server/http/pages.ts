import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type Previewed, previewedAt, withPreview } from './link-previews.ts';
import { pagePolicy } from './security-headers.ts';
import { createStaticContent, type StaticContent } from './static-content.ts';

/** A page as it is served, with the policy that allows what stands in it and nothing else. */
interface Page {
  content: StaticContent;
  policy: string;
}

export interface Pages {
  /** As the service worker keeps it: the same for everybody, at every address. */
  app: Page;
  at(request: FastifyRequest): Page;
}

/** The one page, and what it says of itself at the addresses that people send each other. */
export function createPages(html: string, deps: Pick<Deps, 'config' | 'origin'>): Pages {
  const app = pageOf(html);
  const previewsAt = (origin: string) =>
    ({
      origin,
      landing: pageOf(withPreview(html, 'landing', origin)),
      invitation: pageOf(withPreview(html, 'invitation', origin)),
    }) satisfies Record<Previewed, Page> & { origin: string };
  // One is kept: an address that is not configured is one of few, and a stranger who names others must not fill the memory.
  let latest = previewsAt(deps.origin);
  return {
    app,
    at(request) {
      const previewed = previewedAt(request.url.split('?', 1)[0] ?? '');
      if (previewed === null) return app;
      const origin = originFor(request, deps);
      if (latest.origin !== origin) latest = previewsAt(origin);
      return latest[previewed];
    },
  };
}

function pageOf(html: string): Page {
  return { content: createStaticContent('text/html; charset=utf-8', html), policy: pagePolicy(html) };
}

/** Pictures need a whole address. Without a configured one it is the name that the page was asked by, as for changes (origin-hook.ts). */
function originFor({ headers: { host = '' }, protocol }: FastifyRequest, { config, origin }: Pick<Deps, 'config' | 'origin'>): string {
  if (config.origin !== undefined) return config.origin;
  const asked = `${protocol}://${host}`;
  return URL.canParse(asked) && new URL(asked).origin === asked ? asked : origin;
}
