/** Webhooks: an administrator opens one, a log arrives, another member leaves out what they do. */
import { rmSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { startReceiver, thisHouse } from '../webhook-receivers.ts';
import { violationsOn } from './axe.ts';
import { resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

test('a board tells a webhook what happens, but for what a member leaves out', async ({ browser }) => {
  const [server, receiver] = [await startServer({ OUTGOING_NETWORKS: thisHouse.join() }), await startReceiver()];
  try {
    const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
    const max = await signUpPlayer(browser, server, 'Max', { viewport: { width: 1280, height: 800 } });
    const board = await createSharedBoard([léa, max], 'Nous deux');
    const section = léa.page.getByRole('region', { name: 'Webhooks' });
    const log = section.getByRole('region', { name: 'Journal de sept jours' });
    let secret = '';

    await test.step('its administrator opens it, and reads its secret once', async () => {
      await openLive(léa.page, '/doors');
      await section.getByRole('button', { name: 'Créer un webhook' }).click();
      await section.getByRole('textbox', { name: 'Adresse' }).fill('http://192.168.1.1/');
      await section.getByRole('button', { name: 'Créer le webhook' }).click();
      await expect(section.getByRole('alert')).toContainText("n'appelle pas cette adresse");
      await section.getByRole('textbox', { name: 'Adresse' }).fill(receiver.url);
      await section.getByRole('button', { name: 'Créer le webhook' }).click();
      secret = await section.getByRole('textbox', { name: 'Secret du webhook' }).inputValue();
      expect(secret).toMatch(/^whsec_/);
      await section.getByRole('button', { name: "J'ai copié le secret" }).click();
      await expect(section.getByRole('textbox')).toHaveCount(0);
    });

    await test.step('a trial and a log arrive, signed, and the log says so', async () => {
      await section.getByText(new URL(receiver.url).host).click();
      await section.getByRole('button', { name: 'Envoyer un essai' }).click();
      await expect(log.getByRole('listitem').filter({ hasText: 'Essai' })).toContainText('Reçu · 204');
      await logFromElsewhere(max, board.id, breakfast.title);
      await expect.poll(() => receiver.received.length).toBe(2);
      for (const { body, headers } of receiver.received)
        expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ type: 'activity.logged', data: { activity: { points: 20 } } });
    });

    await test.step('the section holds at every size and in both themes', async () => {
      for (const theme of ['dark', 'light']) {
        await léa.page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
        expect(await violationsOn(léa.page, {}), theme).toEqual([]);
      }
      for (const [width, height] of sizes) {
        await resize(léa.page, { width, height });
        await expect.poll(() => léa.page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
      }
    });

    await test.step('Max reads where it leads, and is left out from then on', async () => {
      await openLive(max.page, `/board/${board.id}`);
      await max.page.getByRole('button', { name: 'Réglages du tableau' }).click();
      const choice = max.page.getByRole('switch', { name: 'Ne pas envoyer ce que je fais' });
      await expect(choice).toHaveAccessibleDescription(`Ce tableau prévient ${new URL(receiver.url).host}`);
      await choice.click();
      await expect
        .poll(async () => (await max.call<{ isLeftOut: boolean }>('GET', `/api/boards/${board.id}/webhooks`)).isLeftOut)
        .toBe(true);
      await logFromElsewhere(max, board.id, breakfast.title);
      await logFromElsewhere(léa, board.id, breakfast.title);
      await expect.poll(() => receiver.received.length).toBe(3);
      expect(receiver.received[2]?.body).toContain(léa.name);
    });
  } finally {
    await receiver.close();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});
