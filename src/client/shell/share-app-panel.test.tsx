import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';

async function openPanel(messengerAppId: string | null = null): Promise<Opened & { panel: Part }> {
  const opened = await openScreen('/dashboard', {
    me: léa,
    replies: { 'GET /api/configuration': { supportEmail: 'aide@exemple.fr', messengerAppId, passkeys: false } },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Partager' }));
  return { ...opened, panel: within(await screen.findByRole('dialog', { name: 'Partager OU LA LA' })) };
}

const invitation = () =>
  `Je joue à OU LA LA : des points pour chaque petite attention, et quelques-uns en moins par vaisselle oubliée. On s'y retrouve ? ${location.origin}`;

test('each way carries the invitation, letter by letter', async () => {
  const { user, panel } = await openPanel();
  const link = (name: string) => panel.getByRole<HTMLAnchorElement>('link', { name });
  const parts = (name: string) => new URL(link(name).href);
  const sms = parts('Messages');
  expect([sms.protocol, sms.searchParams.get('body')]).toEqual(['sms:', invitation()]);
  const mail = parts('Mail');
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
  expect(mail.searchParams.get('subject')).toBe("Une partie d'OU LA LA ?");
  expect(mail.searchParams.get('body')).toBe(invitation());
  // Some programs for mail take a plus for a plus.
  expect(mail.search).not.toContain('+');
  const whatsapp = parts('WhatsApp');
  expect([whatsapp.origin + whatsapp.pathname, whatsapp.searchParams.get('text')]).toEqual(['https://wa.me/', invitation()]);
  const snapchat = parts('Snapchat');
  expect(snapchat.origin + snapchat.pathname).toBe('https://www.snapchat.com/share');
  expect(snapchat.searchParams.get('link')).toBe(location.origin);
  for (const name of ['WhatsApp', 'Snapchat']) {
    expect(link(name)).toHaveAttribute('target', '_blank');
    expect(link(name)).toHaveAccessibleDescription("S'ouvre dans une nouvelle fenêtre");
    expect(link(name)).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(panel.queryByRole('link', { name: /Messenger/ })).toBeNull();

  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(panel.getByRole('button', { name: 'Enregistrer dans Fichiers' }));
  expect(names).toEqual(['ou-la-la.txt']);
  expect(await saved[0]?.text()).toBe(`${invitation()}\n`);
});

test('Messenger is there where the host has an app of its own', async () => {
  const { panel } = await openPanel('1234567890');
  const url = new URL((await panel.findByRole<HTMLAnchorElement>('link', { name: 'Messenger' })).href);
  expect(url.origin + url.pathname).toBe('https://www.facebook.com/dialog/send');
  const { origin } = location;
  expect(Object.fromEntries(url.searchParams)).toEqual({ app_id: '1234567890', link: origin, redirect_uri: origin });
});

test('the address is copied, and said so for a moment', async () => {
  vi.stubGlobal('isSecureContext', true);
  const { user, panel } = await openPanel();
  await user.click(panel.getByRole('button', { name: 'Copier' }));
  expect(await panel.findByRole('button', { name: /^Copié/ })).toHaveFocus();
  expect(panel.getByRole('status')).toHaveTextContent('Adresse copiée');
  expect(await navigator.clipboard.readText()).toBe(location.origin);
  expect(await panel.findByRole('button', { name: 'Copier' })).toBeVisible();
});

test("the system's own sharing is offered where there is one, and Escape leads back step by step", async () => {
  const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { user, panel } = await openPanel();
  await user.click(panel.getByRole('button', { name: 'Partager avec…' }));
  expect(share.mock.lastCall?.[0].text).toBe(invitation());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Partager' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ouvrir le menu du profil' })).toHaveFocus());
});
