/** Icons of the installed app besides its own: drawn by `npm run pictures`, each with the hash of what it was drawn from inside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { LayoutGrid, Plus } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { hashOf, publicFolder, signedBy } from './signed-picture.ts';

interface AppIcon {
  file: string;
  size: number;
  svg: string;
}

/** The ring of icon.svg in one colour: the system takes its shape alone. */
const ring = '<circle cx="256" cy="256" r="121" fill="none" stroke="#fff" stroke-width="94"/>';

export const appIcons: readonly AppIcon[] = [
  { file: 'icon-monochrome-512.png', size: 512, svg: svgOf(ring) },
  { file: 'shortcut-add-192.png', size: 192, svg: shortcutWith(Plus) },
  { file: 'shortcut-boards-192.png', size: 192, svg: shortcutWith(LayoutGrid) },
];

export async function drawAppIcons(browser: Browser): Promise<void> {
  for (const { file, size, svg } of appIcons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<body style="margin:0">${svg}</body>`);
    writeFileSync(join(publicFolder, file), signedBy(hashOf(svg), await page.screenshot({ omitBackground: true })));
    await page.close();
  }
}

/** A symbol of the app on the velvet of its icon. Launchers cut the corners as they like. */
function shortcutWith(symbol: typeof Plus): string {
  const drawn = renderToStaticMarkup(
    createElement(symbol, { x: 136, y: 136, width: 240, height: 240, color: 'url(#candy)', strokeWidth: 2.5 }),
  );
  return svgOf(`
    <radialGradient id="velvet" cx="256" cy="150" r="420" gradientUnits="userSpaceOnUse">
      <stop stop-color="#381a32"/><stop offset=".55" stop-color="#1c0e1c"/><stop offset="1" stop-color="#0f0710"/>
    </radialGradient>
    <linearGradient id="candy" x1="2" y1="2" x2="22" y2="22" gradientUnits="userSpaceOnUse">
      <stop stop-color="#fd7abd"/><stop offset="1" stop-color="#fb6d73"/>
    </linearGradient>
    <circle cx="256" cy="256" r="256" fill="url(#velvet)"/>${drawn}`);
}

function svgOf(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" style="display:block">${content}</svg>`;
}
