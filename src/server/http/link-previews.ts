import { landingMessages as landing } from '#shared/landing-messages.fr';
import { type Sentence, Value } from '#shared/typography';
import { previewMessages as texts } from './preview-messages.fr.ts';

/** The addresses that people send each other, and whose page says more of itself than its name. */
export type Previewed = 'landing' | 'invitation';

/** In `client/app/public`. */
export const socialPicture = { path: '/apercu.png', width: 1200, height: 630 } as const;

/** Null for the pages of people who are signed in, and of whoever is about to: they are nobody else's to see. */
export function previewedAt(path: string): Previewed | null {
  if (path === '/') return 'landing';
  return /^\/invite\/[^/]+\/?$/.test(path) ? 'invitation' : null;
}

/**
 * The page with what is read without running it. That of an invitation is the same whatever the address: it tells neither a title nor
 * whether there is such a board (decision D15).
 */
export function withPreview(html: string, previewed: Previewed, origin: string): string {
  const headed = replaceIn(html, /<title>.*?<\/title>(\s*<meta name="description"[^>]*>)?/s, headOf(previewed, origin));
  return replaceIn(headed, /(?<=<noscript>).*?(?=<\/noscript>)/s, previewed === 'landing' ? landingText() : invitationText());
}

function headOf(previewed: Previewed, origin: string): string {
  const { title, description } = { title: landing.pageTitle, ...texts[previewed] };
  const picture = `${origin}${socialPicture.path}`;
  const named = {
    description,
    // Whoever holds the link may come in; whoever searches may not find it.
    ...(previewed === 'invitation' && { robots: 'noindex' }),
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture,
    'twitter:image:alt': texts.picture,
  };
  const properties = {
    'og:type': 'website',
    'og:site_name': texts.name,
    'og:locale': 'fr_FR',
    'og:title': title,
    'og:description': description,
    ...(previewed === 'landing' && { 'og:url': `${origin}/` }),
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(socialPicture.width),
    'og:image:height': String(socialPicture.height),
    'og:image:alt': texts.picture,
  };
  return [
    `<title>${escaped(title)}</title>`,
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}">`),
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`),
    ...(previewed === 'landing' ? [`<link rel="canonical" href="${escaped(`${origin}/`)}">`] : []),
  ].join('\n    ');
}

function landingText(): string {
  const { create, earn, unlock, share } = landing.promises;
  return inMain([
    element('h1', plain(landing.hero)),
    element('p', landing.lead),
    `<p>${link('/signup', landing.createAccount)} ${link('/login', landing.signIn)}</p>`,
    element('h2', landing.promises.title),
    ...[create, earn, unlock, share].flatMap(({ title, text }) => [element('h3', title), element('p', text)]),
    element('p', landing.claim),
    `<p>${link('/signup', landing.start)}</p>`,
  ]);
}

function invitationText(): string {
  return inMain([
    element('h1', texts.invitation.title),
    element('p', texts.invitation.description),
    `<p>${link('/', texts.invitation.discover)}</p>`,
  ]);
}

function inMain(parts: readonly string[]): string {
  return `<main>${[...parts, element('p', texts.scriptNeeded)].join('\n')}</main>`;
}

function element(name: 'h1' | 'h2' | 'h3' | 'p', text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(href: string, text: string): string {
  return `<a href="${escaped(href)}">${escaped(text)}</a>`;
}

function plain(parts: Sentence): string {
  return parts.map((part) => (part instanceof Value ? part.text : part)).join('');
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A page that has no such place was built by something else: better no server than one that says less than it should. */
function replaceIn(html: string, place: RegExp, text: string): string {
  if (!place.test(html)) throw new Error(`the page has no place for ${String(place)}`);
  return html.replace(place, () => text);
}
