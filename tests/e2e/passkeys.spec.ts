/** D47, S16: passkeys in a real browser, on a device that the browser pretends to have. */
import { rmSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { resize } from './boxes.ts';
import { expect, startServer, test } from './server.ts';

const password = 'orage violet 42';

interface Device {
  keys(): Promise<{ credentialId: string; signCount: number; backupState?: boolean; userName?: string }[]>;
  /** Whether it agrees to whatever it is asked. */
  answers(isThere: boolean): Promise<void>;
}

/** A phone that copies its passkeys to others of its owner. */
async function addDevice(page: Page): Promise<Device> {
  const line: CDPSession = await page.context().newCDPSession(page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return {
    keys: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    answers: async (isThere) => {
      await line.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isThere });
    },
  };
}

test('a person signs up, in and out by a passkey, chooses a password with it, and removes it', async ({ browser }) => {
  const server = await startServer();
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  await server.restart({ ORIGIN: origin });
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    await test.step('without a device that has any, no button stands for them', async () => {
      const loaded = page.waitForResponse(/\/passkey-entrance-[^/]*\.js$/);
      const configured = page.waitForResponse(/api\/configuration/);
      await page.goto('/login');
      await loaded;
      await configured;
      // Asked after the page has asked, so answered after it: what the button hangs on is known.
      await page.evaluate(() => PublicKeyCredential.getClientCapabilities());
      await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /clé d.accès/ })).toHaveCount(0);
    });

    const device = await addDevice(page);

    await test.step('what is typed is looked at before the device is asked', async () => {
      await page.goto('/signup');
      await page.getByRole('button', { name: "Créer avec une clé d'accès" }).click();
      await expect(page.getByLabel('Pseudo')).toBeFocused();
      expect(await device.keys()).toEqual([]);
    });

    await test.step('an account is made that a passkey opens', async () => {
      await page.getByRole('radio', { name: 'Licorne' }).check();
      await page.getByLabel('Pseudo').fill('Léa');
      await page.getByLabel('Email').fill('lea@example.org');
      await page.getByRole('button', { name: "Créer avec une clé d'accès" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      expect(await device.keys()).toMatchObject([{ userName: 'Léa', backupState: true }]);
    });

    const security = page.getByRole('region', { name: 'Connexion et sécurité' });
    await test.step('the profile shows it, renames it, and keeps it as long as it is the only way in', async () => {
      await page.goto('/edit-profile');
      await expect(security.getByRole('listitem')).toHaveCount(1);
      await expect(security.getByText('Synchronisée')).toBeVisible();
      await security.getByRole('button', { name: /^Renommer/ }).click();
      const renaming = page.getByRole('dialog', { name: 'Renommer la clé' });
      await renaming.getByLabel('Nom de la clé').fill('Mon téléphone');
      await renaming.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(security.getByRole('listitem')).toContainText('Mon téléphone');
      await security.getByRole('button', { name: 'Retirer la clé Mon téléphone' }).click();
      const removing = page.getByRole('dialog', { name: 'Retirer cette clé ?' });
      await removing.getByRole('button', { name: 'Retirer', exact: true }).click();
      await expect(removing.getByRole('alert')).toContainText("C'est votre seule façon de vous connecter");
      await removing.getByRole('button', { name: 'Annuler' }).click();
      for (const theme of ['dark', 'light']) {
        await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
        expect(await violationsOn(page), theme).toEqual([]);
      }
    });

    await test.step('it stands for the password where one is chosen', async () => {
      const form = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Mot de passe' }) });
      await page.getByRole('heading', { name: 'Mot de passe' }).click();
      await expect(page.getByText("Votre compte n'a pas de mot de passe.")).toBeVisible();
      await page.getByLabel('Nouveau mot de passe').fill(password);
      await form.getByRole('button', { name: "Confirmer avec une clé d'accès" }).click();
      await expect(page.getByText('Mot de passe modifié.')).toBeVisible();
    });

    await test.step('it signs in by the button, and by itself where names are filled in', async () => {
      await device.answers(false);
      await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }));
      await page.goto('/login');
      const button = page.getByRole('button', { name: "Utiliser une clé d'accès" });
      await expect(button).toBeVisible();
      await expect(page.getByLabel('Email ou pseudo')).toHaveAttribute('autocomplete', 'username webauthn');
      for (const [width, height] of [
        [320, 568],
        [844, 390],
        [1280, 800],
        [390, 844],
      ] as const) {
        await resize(page, { width, height });
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      expect(await violationsOn(page)).toEqual([]);
      await device.answers(true);
      await button.click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }));
      await page.goto('/login?redirect=%2Fachievements');
      await expect(page).toHaveURL(/\/achievements$/);
    });

    await test.step('it can go once there is a password, and its device forgets it', async () => {
      await page.goto('/edit-profile');
      await security.getByRole('button', { name: 'Retirer la clé Mon téléphone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
      await expect(security.getByRole('listitem')).toHaveCount(0);
      await expect.poll(() => device.keys()).toEqual([]);
    });

    await test.step('another is added by the password, and deletes the account', async () => {
      await security.getByRole('button', { name: "Ajouter une clé d'accès" }).click();
      const adding = page.getByRole('dialog', { name: "Ajouter une clé d'accès" });
      await adding.getByLabel('Mot de passe').fill('pas le bon');
      await adding.getByRole('button', { name: 'Continuer' }).click();
      await expect(adding.getByText('Mot de passe incorrect')).toBeVisible();
      await adding.getByLabel('Mot de passe').fill(password);
      await adding.getByRole('button', { name: 'Continuer' }).click();
      await expect(security.getByRole('listitem')).toHaveCount(1);
      expect(await device.keys()).toHaveLength(1);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
      await page.getByRole('button', { name: 'Confidentialité' }).click();
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
      const deletion = page.getByRole('dialog', { name: 'Confirmer la suppression' });
      await deletion.getByRole('button', { name: "Confirmer avec une clé d'accès" }).click();
      await expect(page.getByText('Votre compte a été supprimé.')).toBeVisible();
    });
  } finally {
    await context.close();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});
