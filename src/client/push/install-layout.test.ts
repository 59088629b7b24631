import { expect, it } from 'vitest';
import { installLayout } from './install-layout.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iPhone = (system: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) ${webkit}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`;

it.each([
  ['bar', 'Safari of iOS 17', `${iPhone('17_5_1')} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['bar', 'Safari of iOS 18', `${iPhone('18_7')} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['bar', 'Safari of iPadOS 18', `${mac} Version/18.6 Safari/605.1.15`],
  [
    'bar',
    'Safari of iPadOS 18 as on a phone',
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  ['dots', 'Safari of iOS 26, which says 18_6', `${iPhone('18_6')} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['dots', 'Safari of iOS 26, which says 18_7', `${iPhone('18_7')} Version/26.6.2 Mobile/15E148 Safari/604.1`],
  ['dots', 'Safari of a later iOS', `${iPhone('18_7')} Version/27.0 Mobile/15E148 Safari/604.1`],
  ['tablet', 'Safari of iPadOS 26', `${mac} Version/26.0 Safari/605.1.15`],
  [
    'tablet',
    'Safari of iPadOS 26 as on a phone',
    `Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`,
  ],
  ['other', 'Chrome', `${iPhone('26_1_0')} CriOS/143.0.7499.108 Mobile/15E148 Safari/604.1`],
  ['other', 'Chrome that asks for the page of a computer', `${mac} CriOS/143 Version/13.0.3 Safari/605.1.15`],
  ['other', 'Firefox', `${iPhone('18_7')} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['other', 'Edge', `${iPhone('18_7_0')} Version/18.0 EdgiOS/140.0.3485.66 Mobile/15E148 Safari/604.1`],
  ['other', 'Opera', `${iPhone('18_0')} OPT/3.3.3 Mobile/15E148`],
  ['other', 'DuckDuckGo', `${iPhone('18_7')} Version/26.0 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  ['other', 'Ecosia', `${iPhone('18_7')} Version/26.0 Mobile/15E148 Safari/604.1 (Ecosia ios@11.5.0.2731)`],
  ['other', 'the app of Google', `${iPhone('26_0')} GSA/388.0.8 Mobile/15E148 Safari/604.1`],
  ['inside', 'Instagram', `${iPhone('26_5')} Mobile/15E148 Instagram 300.0`],
  ['inside', 'Messenger', `${iPhone('18_6')} Mobile/15E148 [FBAN/MessengerLiteForiOS;FBAV/480.0]`],
  ['inside', 'a window that says nothing of itself', `${iPhone('26_2')} Mobile/15E148`],
  ['inside', 'nothing', ''],
])("the way to install is '%s' in %s", (layout, _, userAgent) => {
  expect(installLayout(userAgent)).toBe(layout);
});
