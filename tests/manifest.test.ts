/** What the system shows of the installed app are files of the repository: `npm run pictures` draws them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appIcons } from '../scripts/app-icons.ts';
import { hashInside, hashOf, publicFolder } from '../scripts/signed-picture.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
}

interface Manifest {
  icons: Picture[];
  shortcuts: { name: string; icons: Picture[] }[];
  screenshots: Picture[];
}

const read = (name: string) => readFileSync(join(publicFolder, name));
const { icons, shortcuts, screenshots } = JSON.parse(read('manifest.webmanifest').toString()) as Manifest;
const drawn = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots].filter(({ sizes }) => sizes !== 'any');

describe('the pictures of the manifest', () => {
  it.each(drawn)('$src has the type and the size that are said, and is small', ({ src, sizes, type }) => {
    const picture = read(src);
    expect(picture.length).toBeLessThanOrEqual(150_000);
    expect(type === 'image/png' ? pngSize(picture) : jpegSize(picture)).toBe(sizes);
  });

  it('have one in a single colour', () => {
    expect(icons.map(({ purpose }) => purpose)).toContain('monochrome');
  });

  it('have one of its own for each shortcut', () => {
    const sources = shortcuts.flatMap((shortcut) => shortcut.icons.map(({ src }) => src));
    expect(new Set([...sources, ...icons.map(({ src }) => src)]).size).toBe(shortcuts.length + icons.length);
  });

  it('show the app on a phone and on a desk, at one shape each', () => {
    for (const form of ['narrow', 'wide']) {
      const shown = screenshots.filter(({ form_factor }) => form_factor === form);
      expect(shown.length, form).toBeGreaterThan(1);
      expect(new Set(shown.map(({ sizes }) => sizes)).size, form).toBe(1);
      expect(
        shown.every(({ label }) => label),
        form,
      ).toBe(true);
    }
  });

  it.each(appIcons)('$file shows what it would show if it were drawn today', ({ file, svg }) => {
    expect(hashInside(read(file))).toBe(hashOf(svg));
  });
});

function pngSize(png: Buffer): string {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

/** From the frame's header, the first of the segments whose mark is SOF. */
function jpegSize(jpeg: Buffer): string {
  expect(jpeg.readUInt16BE(0)).toBe(0xffd8);
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const mark = jpeg.readUInt16BE(at);
    if (mark >= 0xffc0 && mark <= 0xffc2) return `${jpeg.readUInt16BE(at + 7)}x${jpeg.readUInt16BE(at + 5)}`;
  }
  throw new Error('no frame');
}
