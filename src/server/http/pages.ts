import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { SignUpPolicy } from '#shared/accounts';
import { pageAt, type PageName, pageNames } from '#shared/pages';
import type { Deps } from '../deps.ts';
import { previewNames, withPreview } from './link-previews.ts';
import { pagePolicy } from './security-headers.ts';
import { createStaticContent, type StaticContent } from './static-content.ts';

/** A page as it is served, with the policy that allows what stands in it and nothing else. */
export interface Page {
  html: string;
  content: StaticContent;
  policy: string;
}

export interface Pages {
  /** As the service worker keeps it: the same for everybody, at every address. */
  app: Page;
  /** The page says from the start who may make an account: it is read before any script has come. */
  at(request: FastifyRequest, path: string, signUps: SignUpPolicy): Page;
}

/** The pages of the built client in this folder; one that the build has not made is that of the app. */
export function createPages(root: string, deps: Pick<Deps, 'config' | 'origin'>): Pages {
  // The landing page shows its way in to a demo from the start: whatever came later would move what stands beside it.
  const marks = deps.config.demo ? ' data-demo=""' : '';
  const html = new Map(pageNames.map((name) => [name, htmlOf(root, name).replace('<html', () => `<html${marks}`)]));
  const named = (name: PageName) => html.get(name) ?? '';
  const built = new Map(pageNames.map((name) => [name, pageOf(named(name))]));
  const app = pageOf(named('app'));
  const previewsAt = (origin: string) => ({
    origin,
    pages: new Map<PageName, Page>(previewNames.map((name) => [name, pageOf(withPreview(named(name), name, origin))])),
  });
  // Only one is cached: few addresses lead here, and a stranger who invents others must not fill the memory.
  let latest = previewsAt(deps.origin);
  const unmarkedAt = (request: FastifyRequest, path: string) => {
    const name = pageAt(path, request.caller?.via === 'session');
    const page = built.get(name) ?? app;
    if (!latest.pages.has(name)) return page;
    const origin = originFor(request, deps);
    if (latest.origin !== origin) latest = previewsAt(origin);
    return latest.pages.get(name) ?? page;
  };
  // What is not open now was set at the start: a page has one other form at most.
  const marked = new WeakMap<Page, Page>();
  return {
    app,
    at(request, path, signUps) {
      const page = unmarkedAt(request, path);
      if (signUps === 'open') return page;
      const known = marked.get(page);
      if (known) return known;
      const made = pageOf(page.html.replace('<html', () => `<html data-sign-ups="${signUps}"`));
      marked.set(page, made);
      return made;
    },
  };
}

function htmlOf(root: string, name: PageName): string {
  const own = join(root, '.pages', `${name}.html`);
  return readFileSync(existsSync(own) ? own : join(root, 'index.html'), 'utf8');
}

function pageOf(html: string): Page {
  return { html, content: createStaticContent('text/html; charset=utf-8', html), policy: pagePolicy(html) };
}

/** Pictures need a whole address. Without a configured one it is the name that the page was asked by, as for changes (origin-hook.ts). */
function originFor({ headers: { host = '' }, protocol }: FastifyRequest, { config, origin }: Pick<Deps, 'config' | 'origin'>): string {
  if (config.origin !== undefined) return config.origin;
  const requested = `${protocol}://${host}`;
  return URL.canParse(requested) && new URL(requested).origin === requested ? requested : origin;
}
