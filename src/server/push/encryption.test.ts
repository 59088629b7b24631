import { expect, it } from 'vitest';
import { TestBrowser } from '../../../tests/push-service.ts';
import { encrypt, longestPayload } from './encryption.ts';

it('a message is encrypted as in the example of RFC 8291', () => {
  const chosen = {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  };
  const browser = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  expect(encrypt('When I grow up, I want to be a watermelon', browser, chosen).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('the longest message is one that a push service takes, and a browser can read it', () => {
  const browser = new TestBrowser('https://push.example.org');
  const keys = browser.subscription();
  const text = 'é'.repeat(longestPayload / 2);
  const bytes = encrypt(text, keys);
  expect(bytes.length).toBeLessThanOrEqual(4096);
  expect(browser.decrypt(bytes)).toBe(text);
  expect(() => encrypt(`${text}ab`, keys)).toThrow('too long');
});

it('the same message is never encrypted alike twice', () => {
  const keys = new TestBrowser('https://push.example.org').subscription();
  expect(encrypt('a', keys)).not.toEqual(encrypt('a', keys));
});
