/** What messengers show beside a link to the app: drawn by `npm run pictures`, with the hash of what it was drawn from inside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { landingMessages } from '#shared/landing-messages.fr';
import { Value } from '#shared/typography';
import { root } from './commands.mjs';
import { hashOf, publicFolder, signedBy } from './signed-picture.ts';

export const socialPictureFile = join(publicFolder, 'apercu.png');
const size = { width: 1200, height: 630 };
const font = join(root, 'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2');

export async function takeSocialPicture(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: size });
  await page.setContent(source());
  // As text: whatever imports this file is checked without a DOM.
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  writeFileSync(socialPictureFile, signedBy(hashOfSource(), await page.screenshot()));
  await page.close();
}

export function hashOfSource(): string {
  return hashOf(source());
}

function source(): string {
  const hero = landingMessages.hero.map((part) => (part instanceof Value ? `<b>${part.text}</b>` : part)).join('');
  const bricolage = readFileSync(font).toString('base64');
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><style>
    @font-face { font-family: Bricolage; font-weight: 200 800; src: url(data:font/woff2;base64,${bricolage}) }
    * { margin: 0; box-sizing: border-box }
    body { position: relative; width: 1200px; height: 630px; overflow: hidden; padding: 64px 72px; color: oklch(96% 0.012 330);
      background: oklch(15% 0.025 325); font-family: Bricolage }
    p { display: flex; align-items: center; gap: 14px; font: 800 40px/1 Bricolage; letter-spacing: -0.04em }
    h1 { position: absolute; left: 72px; bottom: 64px; width: 700px; font: 800 104px/0.96 Bricolage; letter-spacing: -0.045em }
    b { font-weight: inherit; background: linear-gradient(135deg in oklch, oklch(75% 0.175 350), oklch(71% 0.175 20)); background-clip: text; color: transparent }
    i { display: inline-block; width: var(--size); height: var(--size); border-radius: 50%;
      background: linear-gradient(135deg in oklch, oklch(75% 0.175 350), oklch(71% 0.175 20));
      mask: radial-gradient(closest-side, transparent calc(var(--hole) - 0.5px), #000 var(--hole), #000 calc(100% - 0.5px), transparent) }
    .giant { position: absolute; right: -150px; top: 20px; --size: 590px; --hole: 46% }
    .small { --size: 44px; --hole: 44% }
    span { position: absolute; padding: 14px 26px; border-radius: 99px; background: oklch(19.5% 0.032 325); font: 800 46px/1 Bricolage; letter-spacing: -0.03em;
      box-shadow: 0 16px 40px oklch(0% 0 0 / 0.5) }
  </style><i class="giant"></i><p><i class="small"></i>OU LA LA</p><h1>${hero}</h1>
  <span style="right: 330px; top: 110px; rotate: -8deg; color: oklch(82% 0.17 155)">+20</span>
  <span style="right: 60px; top: 450px; rotate: 7deg; color: oklch(74% 0.16 22)">\u221215</span></html>`;
}
