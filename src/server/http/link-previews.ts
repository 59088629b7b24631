import type { PageName } from '#shared/pages';
import { previewMessages as texts } from './preview-messages.fr.ts';

/**
 * The addresses that people send each other, and whose page says more of itself than its name. Never those of people who are signed in, and
 * of whoever is about to: they are nobody else's to see.
 */
export const previewNames = ['landing', 'invitation'] as const satisfies PageName[];

type Previewed = (typeof previewNames)[number];

/** In `client/app/public`. */
export const socialPicture = { path: '/apercu.png', width: 1200, height: 630 } as const;

/**
 * The page with what it says to whoever only previews its link. That of an invitation is the same whatever the address: it tells neither a
 * title nor whether there is such a board (decision D15).
 */
export function withPreview(html: string, previewed: Previewed, origin: string): string {
  return replaceIn(html, /<title>.*?<\/title>(\s*<meta name="description"[^>]*>)?/s, headOf(previewed, origin));
}

function headOf(previewed: Previewed, origin: string): string {
  const { title, description } = texts[previewed];
  const picture = `${origin}${socialPicture.path}`;
  const named = {
    description,
    // An invitation is for people who hold the link, not for search engines.
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

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Throws when the page lacks the pattern: then another build made it, and the server must not start with incomplete previews. */
function replaceIn(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`the page has no place for ${String(pattern)}`);
  return html.replace(pattern, () => text);
}
