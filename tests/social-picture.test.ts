/** The picture that messengers show is a file of the repository: `npm run pictures` draws it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { socialPicture } from '#server/http/link-previews';
import { hashInside } from '../scripts/signed-picture.ts';
import { hashOfSource, socialPictureFile } from '../scripts/social-picture.ts';

const picture = readFileSync(socialPictureFile);

it('the picture is as large as its page says, and small enough for messengers that give up on large ones', () => {
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([socialPicture.width, socialPicture.height]);
  expect(socialPictureFile.endsWith(socialPicture.path)).toBe(true);
  expect(picture.length).toBeLessThan(300_000);
});

it('the picture shows what it would show if it were drawn today', () => {
  expect(hashInside(picture)).toBe(hashOfSource());
});
