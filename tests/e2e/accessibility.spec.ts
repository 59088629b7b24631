/** U1 and U4: every screen and open dialog, in both themes by axe, and in every size with nothing cut and nothing scrolling sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { faultsAt } from './page-faults.ts';
import { breakfast, dishes, logFromElsewhere, openBoard, openPlayer, type Player } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const sizes = [
  { width: 390, height: 844, text: '16px' },
  { width: 360, height: 640, text: '16px' },
  { width: 768, height: 1024, text: '16px' },
  { width: 1280, height: 900, text: '16px' },
  { width: 360, height: 640, text: '32px' },
  { width: 390, height: 844, text: '32px' },
  { width: 768, height: 1024, text: '32px' },
  { width: 1280, height: 900, text: '32px' },
];

// One file, but two long walks that know nothing of each other.
test.describe.configure({ mode: 'parallel' });

/** Told of each screen and dialog as it stands there. */
type Look = (page: Page, name: string) => Promise<void>;

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});

test('no screen or dialog has an accessibility violation', async ({ browser, server }) => {
  await seeEverything(browser, server, 'dark', (page, name) => expectClean(axe(page).withTags(rules), name));
});

test('no colour is too faint in the light, and nothing is cut, broken or wider than the window in any size', async ({
  browser,
  server,
}) => {
  await seeEverything(browser, server, 'light', async (page, name) => {
    // All else that axe looks at is the same in both themes.
    await expectClean(axe(page).withRules(['color-contrast', 'link-in-text-block']), name);
    for (const { width, height, text } of sizes) {
      await page.setViewportSize({ width, height });
      const message = `${name} at ${width} × ${height}, text of ${text}`;
      // What still moves into its new place has a moment for it.
      await expect
        .configure({ soft: true })
        .poll(() => page.evaluate(faultsAt, text), { message })
        .toEqual([]);
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

/** There are no frames whose findings would have to be gathered: the quick way is enough. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function expectClean(builder: AxeBuilder, name: string): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(found, name).toEqual([]);
}

async function seeEverything(browser: Browser, server: RunningServer, theme: 'dark' | 'light', look: Look): Promise<void> {
  const options = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;
  const visitor = await (await browser.newContext({ baseURL: server.origin, ...options })).newPage();
  const [léa, max, zoé] = await Promise.all(['Léa', 'Max', 'Zoé'].map((name) => openPlayer(browser, server, name, options)));
  if (!léa || !max || !zoé) throw new Error('three people play');
  for (const { context } of [{ context: visitor.context() }, léa, max, zoé]) {
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme);
  }
  const board = await openBoard([max, léa], 'Nous deux');
  await seeAsVisitor(visitor, board.id, look);
  await seeAsNewcomer(zoé, look);
  await openBoard([léa, max, zoé], 'Coloc');
  for (const title of [breakfast.title, dishes.title, breakfast.title]) await logFromElsewhere(léa, board.id, title);
  await logFromElsewhere(max, board.id, breakfast.title);
  await seeAsMember(léa, board.id, look);
  await seeAsAdministrator(max, léa.name, board.id, look);
  // Never seen in her browser, which would show it as it was.
  const { id } = await openBoard([léa], 'Jamais vu');
  await seeFailures(léa.page, id, look);
}

async function seeAsVisitor(page: Page, boardId: string, look: Look): Promise<void> {
  for (const [path, title] of [
    ['/', /./],
    ['/login', 'Connexion'],
    ['/signup', 'Inscription'],
    [`/invite/${boardId}`, 'NOUS DEUX'],
    ['/nulle-part', "Cette page n'existe pas"],
  ] as const) {
    await open(page, path, title);
    await look(page, `${path}, signed out`);
  }
  await open(page, '/signup', 'Inscription');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('alert')).toHaveCount(3);
  await look(page, '/signup with its errors');
  await open(page, '/login?oubli=true', 'Mot de passe oublié');
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'forgotten password with its error');
  await page.route('**/api/password-resets', (route) => route.fulfill({ status: 204 }));
  await page.getByLabel('Email').fill('lea@exemple.fr');
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(page.getByText('Email envoyé !')).toBeVisible();
  await look(page, 'forgotten password, sent');
  await open(page, '/login#reset=perime', 'Nouveau mot de passe');
  await page.getByLabel('Nouveau mot de passe').fill('orage');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'new password with its error');
  await page.getByLabel('Nouveau mot de passe').fill('orage violet 42');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByText("Ce lien n'est plus valable")).toBeVisible();
  await look(page, 'a reset link that is no longer valid');
}

async function seeAsNewcomer({ page }: Player, look: Look): Promise<void> {
  await open(page, '/dashboard', 'Activités récentes');
  await expect(page.getByText('Pour marquer des points')).toBeVisible();
  await look(page, 'Accueil, empty');
  await page.getByRole('button', { name: 'Ajouter une action' }).click();
  await expect(page.getByRole('dialog').getByText("Créez d'abord un tableau")).toBeVisible();
  await look(page, 'add-action dialog without a board');
  await open(page, '/requests', 'Demandes');
  await expect(page.getByText('Aucune demande reçue')).toBeVisible();
  await look(page, 'Demandes, empty');
  await open(page, '/boards', 'Mes tableaux');
  await expect(page.getByText('Aucun tableau')).toBeVisible();
  await look(page, 'Tableaux, empty');
  await page.getByRole('button', { name: 'Nouveau tableau' }).click();
  await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rejoindre', exact: true }).click();
  await expect(page.getByText("Lien d'invitation invalide")).toBeVisible();
  await look(page, 'join dialog with its error');
}

async function seeAsMember({ page, name }: Player, boardId: string, look: Look): Promise<void> {
  await open(page, '/dashboard', 'Activités récentes');
  await expect(page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem')).toHaveCount(4);
  await look(page, 'Accueil');
  await page.getByRole('button', { name: 'Ajouter une action' }).click();
  const adding = page.getByRole('dialog', { name: 'Ajouter une action' });
  await adding.getByRole('radio', { name: breakfast.title }).click();
  await adding.getByRole('checkbox', { name: 'NOUS DEUX' }).click();
  await look(page, 'add-action dialog');
  await adding.getByRole('searchbox').fill('introuvable');
  await expect(adding.getByText('Aucune action ne correspond')).toBeVisible();
  await look(page, 'add-action dialog, nothing found');

  await open(page, '/boards', 'Mes tableaux');
  await page.getByRole('button', { name: 'Nouveau tableau' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'Tableaux with its menu');
  await open(page, '/requests', 'Demandes');
  await look(page, 'Demandes, received');
  await page.getByRole('tab', { name: /Envoyées/ }).click();
  await look(page, 'Demandes, sent');
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible();
  await look(page, 'profile menu');
  await page.getByRole('button', { name: 'Partager' }).click();
  await expect(page.getByRole('dialog', { name: 'Partager OU LA LA' })).toBeVisible();
  await look(page, 'share-app panel');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Confidentialité' }).click();
  await expect(page.getByRole('dialog', { name: 'Confidentialité' }).getByRole('link', { name: /@/ })).toBeVisible();
  await look(page, 'privacy panel');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const deletion = page.getByRole('dialog', { name: 'Confirmer la suppression' });
  await expect(deletion.getByRole('combobox')).toBeVisible();
  await deletion.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(deletion.getByRole('alert')).toBeVisible();
  await look(page, 'question before the account is deleted, with its error');

  await open(page, '/edit-profile', 'Modifier le profil');
  await page.getByLabel('Pseudo').fill(' ');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByLabel('Nouveau mot de passe').fill('orage');
  await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
  await expect(page.getByRole('alert')).toHaveCount(3);
  await expect(page.getByText('Cet appareil')).toBeVisible();
  await look(page, 'profile with its errors');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' })).toBeVisible();
  await look(page, 'question before leaving the profile');
  await page.getByRole('dialog').getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(page).not.toHaveURL('/edit-profile');

  await openSettings(page, boardId);
  await look(page, 'settings of a member');
  await page.getByRole('button', { name: 'Quitter le tableau' }).click();
  await expect(page.getByRole('dialog', { name: 'Quitter ce tableau ?' })).toBeVisible();
  await look(page, 'question before leaving');
  await open(page, `/board/${boardId}`, 'NOUS DEUX');
  await page.getByRole('button', { name: 'Partager le tableau' }).click();
  await expect(page.getByText('Action non autorisée')).toBeVisible();
  await look(page, 'share dialog of a member');
}

async function seeAsAdministrator({ page }: Player, member: string, boardId: string, look: Look): Promise<void> {
  await open(page, `/board/${boardId}`, 'NOUS DEUX');
  await look(page, 'board, Actions');
  await page.getByRole('button', { name: breakfast.title }).click();
  await expect(page.getByRole('dialog', { name: "Confirmer l'action" })).toBeVisible();
  await look(page, 'confirm dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Scores' }).click();
  await expect(page.getByText(/mène de/)).toBeVisible();
  await look(page, 'board, Scores of two');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(4);
  await look(page, 'board, Notifications');

  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'Ajouter une action' }).click();
  const adding = page.getByRole('dialog', { name: 'Ajouter une action' });
  await adding.getByRole('checkbox').first().click();
  await look(page, 'add-actions dialog');
  await adding.getByRole('tab', { name: 'Écrire une action' }).click();
  await adding.getByRole('button', { name: 'Ajouter au tableau' }).click();
  await expect(adding.getByRole('alert').first()).toBeVisible();
  await look(page, 'own action with its errors');

  for (const [button, question] of [
    [`Retirer ${member}`, `Retirer ${member} ?`],
    [`Confier l'administration à ${member}`, `Confier l'administration à ${member} ?`],
    ['Supprimer le tableau', 'Supprimer NOUS DEUX ?'],
    [/Changer l'icône/, 'Choisir une icône'],
  ] as const) {
    await openSettings(page, boardId);
    if (question.startsWith('Choisir')) await look(page, 'settings');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: question })).toBeVisible();
    await look(page, question);
  }
  await open(page, `/board/${boardId}`, 'NOUS DEUX');
  await page.getByRole('button', { name: 'Partager le tableau' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await look(page, 'share dialog, link');
  await page.getByRole('tab', { name: 'Invitation directe' }).click();
  await look(page, 'share dialog, by name');

  await open(page, '/create-board', 'Créer un tableau');
  await page.getByRole('textbox', { name: 'Nom du tableau' }).fill('Vacances à la montagne');
  await page.getByRole('checkbox').first().click();
  await page.getByRole('textbox', { name: "Nom d'utilisateur" }).fill(member);
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(page.getByRole('button', { name: `Retirer ${member}` })).toBeVisible();
  await look(page, 'create board');
  await page.getByRole('button', { name: 'Écrire une action' }).click();
  await expect(page.getByRole('dialog', { name: 'Écrire une action' })).toBeVisible();
  await look(page, 'create board, own action');
}

async function seeFailures(page: Page, boardId: string, look: Look): Promise<void> {
  await open(page, '/boards', 'Mes tableaux');
  await page.getByRole('link', { name: /COLOC/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'COLOC' })).toBeVisible();
  await page.getByRole('tab', { name: 'Scores' }).click();
  await expect(page.getByRole('list', { name: 'Classement' }).getByRole('listitem')).toHaveCount(3);
  await look(page, 'board, Scores of three');
  await open(page, '/board/inconnu', 'Tableau non trouvé');
  await look(page, 'missing board');
  await page.route('**/assets/requests-screen*.js', (route) => route.abort());
  await open(page, '/requests', 'Oups');
  await expect(page.getByRole('main')).toHaveCount(1);
  await look(page, 'a screen that cannot be loaded');
  await page.route(`**/api/boards/${boardId}`, (route) => route.fulfill({ status: 403, json: { code: 'invalid_input', message: 'Non' } }));
  await open(page, `/board/${boardId}`, 'Erreur lors du chargement du tableau');
  await look(page, 'a board that cannot be loaded');
  await page.route('**/api/live', (route) => route.abort());
  await open(page, '/dashboard', 'Activités récentes');
  await expect(page.getByText('Connexion perdue')).toBeVisible();
  await look(page, 'connection lost');
}

async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function openSettings(page: Page, boardId: string): Promise<void> {
  await open(page, `/board/${boardId}`, 'NOUS DEUX');
  await page.getByRole('button', { name: 'Réglages du tableau' }).click();
  await expect(page.getByRole('dialog', { name: 'Réglages du tableau' })).toBeVisible();
}
