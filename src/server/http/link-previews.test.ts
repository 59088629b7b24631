import { expect, it } from 'vitest';
import { previewNames, socialPicture, withPreview } from './link-previews.ts';

const shell =
  '<!doctype html><html lang="fr"><head><title>OU LA LA</title>\n    <meta name="description" content="Le jeu">\n' +
  '</head><body><div id="root"></div></body></html>';
const origin = 'https://jeu.example.org';

it('a messenger finds one title, one description and a picture by its whole address', () => {
  for (const previewed of previewNames) {
    const page = withPreview(shell, previewed, origin);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/<meta name="description"/g)).toHaveLength(1);
    for (const name of ['name="twitter:image"', 'property="og:image"'])
      expect(page).toContain(`<meta ${name} content="${origin}${socialPicture.path}">`);
  }
});

it('an invitation says that it is one, and is kept out of search engines; the landing page is found under its own address', () => {
  const invitation = withPreview(shell, 'invitation', origin);
  expect(invitation).toContain('<meta property="og:title" content="Une place vous attend sur un tableau">');
  expect(invitation).toContain('<meta name="robots" content="noindex">');
  expect(invitation).not.toMatch(/og:url|canonical/);
  const landing = withPreview(shell, 'landing', origin);
  expect(landing).toContain(`<link rel="canonical" href="${origin}/">`);
  expect(landing).not.toContain('noindex');
});

it('an address that says more than an address stays inside its attribute', () => {
  const page = withPreview(shell, 'landing', `https://x"><script>alert('1')</script>&$&`);
  expect(page).not.toContain('<script>');
  expect(page).toContain('https://x&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;$&amp;/');
});

it('nothing of the page is changed but what it says of itself', () => {
  const rest = (html: string) => html.replace(/<title>.*(?=<\/head>)/s, '');
  expect(rest(withPreview(shell, 'landing', origin))).toBe(rest(shell));
});

it('a page without a place for it is refused', () => {
  expect(() => withPreview('<h1>OU LA LA</h1>', 'landing', origin)).toThrow('no place');
});
