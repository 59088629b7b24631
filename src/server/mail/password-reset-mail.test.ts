import { expect, it } from 'vitest';
import { passwordResetMail } from './password-reset-mail.ts';

const mail = (username: string, link = 'https://jeu.example.org/login#reset=abc') => passwordResetMail({ to: 'a@b.c', username, link });

it('the mail writes names and links as text, whatever they hold', () => {
  const { html, text, subject } = mail(`<img src=x onerror=alert(1)>"'&`, 'https://x/"><script>alert(1)</script>');
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain('Bonjour &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;,');
  expect(text).toContain(`Bonjour <img src=x onerror=alert(1)>"'&,`);
  // Nothing of a person stands in a header.
  expect(subject).toBe(mail('Léa').subject);
});

it('the mail has French spacing, and the address untouched', () => {
  const { text } = mail('Léa');
  expect(text).toContain('un autre\u00A0:');
  expect(text).toContain('tableaux\u202F!');
  expect(text).toContain('\nhttps://jeu.example.org/login#reset=abc\n');
});

it("the mail leaves light and dark to the reader: no background without its text's colour", () => {
  const styles = [...mail('Léa').html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) => style);
  for (const style of styles) if (/background/.test(style)) expect(style).toMatch(/(^|;)color:#/);
  expect(mail('Léa').html).toContain('<meta name="color-scheme" content="light dark">');
});
