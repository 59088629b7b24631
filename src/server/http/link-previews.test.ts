import { expect, it } from 'vitest';
import { landingMessages } from '#shared/landing-messages.fr';
import { previewedAt, socialPicture, withPreview } from './link-previews.ts';

const shell =
  '<!doctype html><html lang="fr"><head><title>OU LA LA</title>\n    <meta name="description" content="Le jeu">\n' +
  '</head><body><div id="root"></div><noscript><p>JavaScript</p></noscript></body></html>';
const origin = 'https://jeu.example.org';

it.each([
  ['/', 'landing'],
  ['/invite/AAAAAAAAAAAAAAAAAAAAAA', 'invitation'],
  ['/invite/AAAAAAAAAAAAAAAAAAAAAA/', 'invitation'],
  ['/invite', null],
  ['/invite/', null],
  ['/invite/a/b', null],
  ['/dashboard', null],
  ['/board/AAAAAAAAAAAAAAAAAAAAAA', null],
  ['/login', null],
])('%s is previewed as %s', (path, previewed) => {
  expect(previewedAt(path)).toBe(previewed);
});

it('a messenger finds one title, one description and a picture by its whole address', () => {
  for (const previewed of ['landing', 'invitation'] as const) {
    const page = withPreview(shell, previewed, origin);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/<meta name="description"/g)).toHaveLength(1);
    for (const name of ['name="twitter:image"', 'property="og:image"'])
      expect(page).toContain(`<meta ${name} content="${origin}${socialPicture.path}">`);
  }
});

it('an invitation says that it is one, and is kept out of search engines; the landing page is found under its own address', () => {
  const invitation = withPreview(shell, 'invitation', origin);
  expect(invitation).toContain('<meta property="og:title" content="Vous êtes invité sur un tableau">');
  expect(invitation).toContain('<meta name="robots" content="noindex">');
  expect(invitation).not.toMatch(/og:url|canonical/);
  const landing = withPreview(shell, 'landing', origin);
  expect(landing).toContain(`<link rel="canonical" href="${origin}/">`);
  expect(landing).not.toContain('noindex');
});

it('who has no script reads the landing page whole, and finds both ways in', () => {
  const [, text = ''] = /<noscript>(.*)<\/noscript>/s.exec(withPreview(shell, 'landing', origin)) ?? [];
  const { create, earn, unlock, share } = landingMessages.promises;
  const read = text.replaceAll('&#39;', "'");
  for (const { title, text: promise } of [create, earn, unlock, share]) {
    expect(read).toContain(`<h3>${title}</h3>`);
    expect(read).toContain(`<p>${promise}</p>`);
  }
  expect(read).toContain('<h1>Quand on aime, on compte les points.</h1>');
  expect(read).toContain(landingMessages.claim);
  expect(read).toContain('<a href="/signup">Créer un compte</a>');
  expect(read).toContain('<a href="/login">Se connecter</a>');
});

it('an address that says more than an address stays inside its attribute', () => {
  const page = withPreview(shell, 'landing', `https://x"><script>alert('1')</script>&$&`);
  expect(page).not.toContain('<script>');
  expect(page).toContain('https://x&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;$&amp;/');
});

it('nothing of the page is changed but what it says of itself', () => {
  const rest = (html: string) => html.replace(/<title>.*(?=<\/head>)/s, '').replace(/<noscript>.*<\/noscript>/s, '');
  expect(rest(withPreview(shell, 'landing', origin))).toBe(rest(shell));
});

it('a page without a place for it is refused', () => {
  expect(() => withPreview('<title>OU LA LA</title>', 'landing', origin)).toThrow('no place');
});
