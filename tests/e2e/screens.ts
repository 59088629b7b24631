/** Every screen and open dialog, in walks that know nothing of each other: whoever makes one adds it here. */
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { followFromElsewhere, breakfast, dishes, logFromElsewhere, createSharedBoard, signUpPlayer } from './players.ts';
import type { RequestLists } from '#shared/requests';
import type { RunningServer } from './server.ts';
import { asksToConfirm } from './words.ts';

/** Told of each screen and dialog as it stands there. */
type Look = (name: string) => Promise<void>;

type Role = 'visitor' | 'newcomer' | 'guest' | 'member' | 'administrator';

/** What one person sees in one browser, one part after the other. */
interface Walk {
  as: Role;
  parts: Record<string, (page: Page, look: Look, household: Household) => Promise<void>>;
}

/** People who have played: the administrator's board 'NOUS DEUX' and the member's 'COLOC'. Nobody changes anything of it any more. */
export interface Household {
  boardId: string;
  memberName: string;
  /** The path of a link to it for one person. */
  singleLink: string;
  /** What a browser of each holds. */
  browserOf: Record<Role, NonNullable<BrowserContextOptions['storageState']>>;
}

export async function createHousehold(browser: Browser, server: RunningServer): Promise<Household> {
  const signUp = (name: string) => signUpPlayer(browser, server, name);
  const [léa, max, zoé, nina] = [await signUp('Léa'), await signUp('Max'), await signUp('Zoé'), await signUp('Nina')];
  const board = await createSharedBoard([max, léa], 'Nous deux');
  await createSharedBoard([léa, max, zoé], 'Coloc');
  for (const title of [breakfast.title, dishes.title, breakfast.title]) await logFromElsewhere(léa, board.id, title);
  await logFromElsewhere(max, board.id, breakfast.title);
  const kiss = await max.call<{ actions: { id: string }[] }>('POST', `/api/boards/${board.id}/actions`, {
    actions: [{ title: 'Bisou', points: 5 }],
  });
  for (const { id } of board.actions) await léa.call('PUT', `/api/boards/${board.id}/actions/${id}/favourite`);
  await max.call('PUT', `/api/boards/${board.id}/actions/${board.actions[0]?.id}/favourite`);
  await max.call('PATCH', `/api/boards/${board.id}/actions/${kiss.actions.at(-1)?.id}`, { retired: true });
  await léa.call('POST', `/api/boards/${board.id}/proposals`, {
    title: "Lave-vaisselle vidé avant que quelqu'un n'ait à le demander",
    points: 15,
    category: 'Petites victoires du quotidien',
    emoji: '🍽️',
  });
  await léa.call('POST', `/api/boards/${board.id}/proposals`, { title: 'Sieste', points: -5 });
  await léa.call('POST', '/api/codes', { name: 'Lave-vaisselle', boardId: board.id, actionId: board.actions[0]?.id });
  await léa.call('POST', '/api/tokens', { name: 'Bouton de la cuisine', rights: 'log', lasts: 'year', boards: [board.id] });
  // Zoé is invited by Max, and has blocked Rosa.
  const rosa = await signUp('Rosa');
  await max.call('POST', `/api/boards/${board.id}/requests`, { type: 'invitation', username: zoé.name });
  const { id: pestering } = await createSharedBoard([rosa], 'Insistance');
  await rosa.call('POST', `/api/boards/${pestering}/requests`, { type: 'invitation', username: zoé.name });
  const { received } = await zoé.call<RequestLists>('GET', '/api/requests');
  for (const { id, boardId } of received) if (boardId === pestering) await zoé.call('POST', `/api/requests/${id}/block`);
  const { link } = await max.does('POST /api/boards/:boardId/single-links', { params: { boardId: board.id } });
  const browserOf = {
    visitor: { cookies: [], origins: [] },
    newcomer: await nina.context.storageState(),
    guest: await zoé.context.storageState(),
    member: await léa.context.storageState(),
    administrator: await max.context.storageState(),
  };
  for (const { context } of [léa, max, zoé, nina, rosa]) await context.close();
  return { boardId: board.id, memberName: léa.name, singleLink: `/invite/${link.token}`, browserOf };
}

export const walks: Record<string, Walk> = {
  'an administrator': {
    as: 'administrator',
    parts: {
      async 'the tabs of a board'(page, look, { boardId }) {
        await open(page, `/board/${boardId}`, 'NOUS DEUX');
        await expect(page.getByRole('heading', { name: 'Mes favorites' })).toBeVisible();
        await look('board, Actions');
        await page.getByRole('button', { name: /réponses? à donner$/ }).click();
        await expect(
          page
            .getByRole('dialog')
            .getByRole('button', { name: 'Plus tard' })
            .or(page.getByRole('dialog').getByRole('button', { name: /^Accepter/ }))
            .first(),
        ).toBeVisible();
        await look('what one is asked on a board');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: breakfast.title }).click();
        const confirming = page.getByRole('dialog', { name: asksToConfirm });
        await expect(confirming.getByRole('button', { name: 'Retirer des favorites' })).toBeVisible();
        await look('confirm dialog');
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Scores' }).click();
        await expect(page.getByText(/mène de/)).toBeVisible();
        await expect(page.getByRole('group', { name: 'Points au fil du temps' })).toBeVisible();
        await look('board, Scores of two');
        await page.getByRole('list', { name: 'Classement' }).getByRole('button').last().click();
        await expect(page.getByRole('dialog').getByRole('region', { name: 'Succès' }).getByRole('listitem').first()).toBeVisible();
        await look('card of a member');
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Notifications' }).click();
        await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(4);
        await look('board, Notifications');
        await open(page, '/boards', 'Mes tableaux');
        await page.getByRole('link', { name: /COLOC/ }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'COLOC' })).toBeVisible();
        await page.getByRole('tab', { name: 'Scores' }).click();
        await expect(page.getByRole('list', { name: 'Classement' }).getByRole('listitem')).toHaveCount(3);
        await look('board, Scores of three');
      },
      async 'adding actions'(page, look, { boardId }) {
        await open(page, `/board/${boardId}`, 'NOUS DEUX');
        await page.getByRole('button', { name: 'Ajouter une action' }).click();
        const adding = page.getByRole('dialog', { name: 'Ajouter une action' });
        await adding.getByRole('checkbox').first().click();
        await look('add-actions dialog');
        await adding.getByRole('tab', { name: 'Écrire une action' }).click();
        await adding.getByRole('button', { name: 'Ajouter au tableau' }).click();
        await expect(adding.getByRole('alert').first()).toBeVisible();
        await look('own action with its errors');
      },
      async 'managing actions'(page, look, { boardId }) {
        await open(page, `/board/${boardId}`, 'NOUS DEUX');
        await page.getByRole('button', { name: 'Gérer les actions' }).click();
        const managing = page.getByRole('dialog', { name: 'Gérer les actions' });
        await expect(managing.getByRole('button', { name: 'Remettre « Bisou » en jeu' })).toBeVisible();
        await look('manage-actions dialog');
        await managing.getByRole('button', { name: `Modifier « ${dishes.title} »` }).click();
        const editing = page.getByRole('dialog', { name: "Modifier l'action" });
        await editing.getByRole('textbox', { name: "Nom de l'action" }).fill('🍽️');
        await editing.getByRole('button', { name: 'Enregistrer' }).click();
        await expect(editing.getByRole('alert')).toBeVisible();
        await editing.getByRole('button', { name: 'Choisir un emoji' }).click();
        await expect(editing.getByRole('radio', { name: 'visage rieur', exact: true })).toBeVisible();
        await look('an action edited, with its error and all emojis');
        await open(page, '/requests', 'Demandes');
        await page.getByRole('tab', { name: /Envoyées/ }).click();
        await expect(page.getByRole('main').getByText('En attente de réponse')).toBeVisible();
        await look('Demandes, sent');
      },
      async 'the settings of a board'(page, look, { boardId, memberName }) {
        for (const [button, question] of [
          [`Retirer ${memberName}`, `Retirer ${memberName} ?`],
          [`Nommer ${memberName} admin`, `Nommer ${memberName} admin ?`],
          ['Supprimer le tableau', 'Supprimer NOUS DEUX ?'],
          [/Changer l'icône/, 'Choisir une icône'],
        ] as const) {
          await openSettings(page, boardId);
          if (question.startsWith('Choisir')) {
            await page.getByRole('combobox', { name: 'Fuseau horaire' }).selectOption('Asia/Tokyo');
            await expect(page.getByRole('button', { name: 'Enregistrer', exact: true })).toBeVisible();
            await look('settings');
          }
          if (question.includes(memberName)) {
            await page.getByRole('button', { name: `Options pour ${memberName}` }).click();
            await expect(page.getByRole('menuitem', { name: button })).toBeVisible();
            if (question.startsWith('Retirer')) await look('settings with the menu of a member');
            await page.getByRole('menuitem', { name: button }).click();
          } else await page.getByRole('button', { name: button }).click();
          await expect(page.getByRole('dialog', { name: question })).toBeVisible();
          await look(question);
        }
      },
      async 'sharing and creating a board'(page, look, { boardId, memberName }) {
        await open(page, `/board/${boardId}`, 'NOUS DEUX');
        await page.getByRole('button', { name: 'Partager le tableau' }).click();
        await expect(page.getByRole('img', { name: "QR code du lien d'invitation" })).toBeVisible();
        await look('share dialog, links');
        await page.getByRole('tab', { name: 'Invitation directe' }).click();
        await expect(page.getByRole('button', { name: "Retirer l'invitation" })).toBeVisible();
        await look('share dialog, by name, with an invitation that waits');
        await page.getByRole('textbox', { name: 'Pseudo' }).fill('personne');
        await page.getByRole('button', { name: 'Inviter' }).click();
        await expect(page.getByText('Utilisateur non trouvé')).toBeVisible();
        await look('share dialog, by name, with nobody of that name');
        await open(page, '/create-board', 'Créer un tableau');
        await page.getByRole('textbox', { name: 'Nom du tableau' }).fill('Vacances à la montagne');
        for (const chosen of [0, 1]) await page.getByRole('checkbox').nth(chosen).click();
        await page.getByRole('textbox', { name: 'Pseudo' }).fill(memberName);
        await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
        await expect(page.getByRole('button', { name: `Retirer ${memberName}` })).toBeVisible();
        await look('create board');
        await page.getByRole('button', { name: 'Ranger les actions' }).click();
        await expect(page.getByRole('dialog', { name: 'Ranger les actions' })).toBeVisible();
        await look('create board, its actions in order');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Écrire une action' }).click();
        await expect(page.getByRole('dialog', { name: 'Écrire une action' })).toBeVisible();
        await look('create board, own action');
      },
    },
  },
  'a member': {
    as: 'member',
    parts: {
      async Accueil(page, look) {
        await open(page, '/dashboard', 'Activités récentes');
        await expect(page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem')).toHaveCount(4);
        await expect(page.getByRole('region', { name: 'Mes favorites' }).getByRole('button')).toHaveCount(2);
        await look('Accueil');
        await page.getByRole('button', { name: 'Noter une action' }).click();
        const adding = page.getByRole('dialog', { name: 'Noter une action' });
        await adding.getByRole('radio', { name: breakfast.title }).click();
        await adding.getByRole('checkbox', { name: 'NOUS DEUX' }).check();
        await look('add-action dialog');
        await adding.getByRole('searchbox').fill('introuvable');
        await expect(adding.getByText('Aucune action ne correspond')).toBeVisible();
        await look('add-action dialog, nothing found');
      },
      async Tableaux(page, look) {
        await open(page, '/boards', 'Mes tableaux');
        await page.getByRole('button', { name: 'Nouveau tableau' }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await look('Tableaux with its menu');
      },
      async 'the profile menu'(page, look, { memberName }) {
        await open(page, '/requests', 'Demandes');
        await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
        await expect(page.getByRole('dialog').getByText(memberName, { exact: true })).toBeVisible();
        await look('profile menu');
        await page.getByRole('button', { name: 'Partager' }).click();
        await expect(page.getByRole('dialog', { name: 'Partager OU LA LA' })).toBeVisible();
        await look('share-app panel');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Confidentialité' }).click();
        await expect(page.getByRole('dialog', { name: 'Confidentialité' }).getByRole('link', { name: /@/ })).toBeVisible();
        await look('privacy panel');
        await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
        const deletion = page.getByRole('dialog', { name: 'Confirmer la suppression' });
        await expect(deletion.getByRole('combobox')).toBeVisible();
        await deletion.getByRole('button', { name: 'Supprimer', exact: true }).click();
        await expect(deletion.getByRole('alert')).toBeVisible();
        await look('question before the account is deleted, with its error');
      },
      async 'the profile'(page, look) {
        await open(page, '/requests', 'Demandes');
        await open(page, '/edit-profile', 'Modifier le profil');
        await page.getByLabel('Pseudo', { exact: true }).fill(' ');
        await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
        await page.locator('summary', { hasText: 'Mot de passe' }).click();
        await page.getByLabel('Nouveau mot de passe').fill('orage');
        await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
        await expect(page.getByRole('alert')).toHaveCount(3);
        await expect(page.getByText('Cet appareil', { exact: true })).toBeVisible();
        await look('profile with its errors');
        await page.getByRole('button', { name: 'Annuler' }).click();
        await expect(page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' })).toBeVisible();
        await look('question before leaving the profile');
      },
      async 'the doors'(page, look) {
        await open(page, '/doors', 'Ouvrir des portes');
        const section = (name: string) => page.getByRole('region', { name });
        const [codes, tokens, webhooks] = [section('Codes et autocollants'), section('Jetons'), section('Webhooks')];
        await webhooks.getByRole('button', { name: 'Créer un webhook' }).click();
        await webhooks.getByText('Sur mesure').click();
        await expect(webhooks.getByRole('textbox', { name: 'En-têtes' })).toBeVisible();
        await expect(section('Écrans au mur').getByRole('link')).toHaveCount(2);
        await expect(codes.getByRole('listitem').or(tokens.getByRole('listitem'))).toHaveCount(2);
        await look('doors, with a webhook to be made');
        const dialog = page.getByRole('dialog');
        for (const name of ['Créer un code', 'QR code et adresse de']) {
          await codes.getByRole('button', { name }).click();
          await expect(dialog.getByRole('button').last()).toBeVisible();
          await look(name);
          await page.keyboard.press('Escape');
        }
        await tokens.getByRole('button', { name: 'Créer un jeton' }).click();
        await dialog.getByText('Certains').click();
        await dialog.getByRole('button', { name: 'Créer le jeton' }).click();
        await expect(dialog.getByRole('alert').first()).toBeVisible();
        await look('Créer un jeton, with its errors');
      },
      async 'what one has unlocked'(page, look, { boardId, memberName }) {
        await open(page, '/succes', 'Succès');
        await expect(page.getByRole('region', { name: 'Franchise' })).toBeVisible();
        await look('Succès');
        await open(page, `/board/${boardId}?tab=scores`, 'NOUS DEUX');
        await page.getByRole('button', { name: 'Voir les succès', exact: true }).click();
        await page.getByRole('button', { name: `Voir les succès de ${memberName}` }).click();
        await expect(page.getByRole('dialog').getByText('Ça commence')).toBeVisible();
        await look('what a member of the board has unlocked');
      },
      async 'a board, as a member'(page, look, { boardId }) {
        await openSettings(page, boardId);
        await look('settings of a member');
        await page.getByRole('button', { name: 'Quitter le tableau' }).click();
        await expect(page.getByRole('dialog', { name: 'Quitter ce tableau ?' })).toBeVisible();
        await look('question before leaving');
        await open(page, `/board/${boardId}`, 'NOUS DEUX');
        await page.getByRole('button', { name: 'Partager le tableau' }).click();
        await expect(page.getByText('Action non autorisée')).toBeVisible();
        await look('share dialog of a member');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: "Voir l'autre" }).click();
        await expect(page.getByRole('button', { name: 'Retirer « Sieste »' })).toBeVisible();
        await look('board, Actions with what one proposes');
        await page.getByRole('tab', { name: 'Scores' }).click();
        await page.getByRole('region', { name: 'Votre visage sur ce tableau' }).getByRole('button', { name: 'Choisir' }).click();
        await page.getByRole('radio', { name: 'Licorne' }).check();
        await look('board, Scores with another face to choose');
        await page.getByRole('tab', { name: 'Actions' }).click();
        await page.getByRole('button', { name: 'Proposer une action' }).click();
        const proposing = page.getByRole('dialog', { name: 'Proposer une action' });
        await proposing.getByRole('button', { name: 'Proposer', exact: true }).click();
        await expect(proposing.getByRole('alert').first()).toBeVisible();
        await look('proposing an action, with its errors');
      },
    },
  },
  'a visitor': {
    as: 'visitor',
    parts: {
      async 'what a visitor finds'(page, look, { boardId }) {
        for (const [path, title] of [
          ['/', /./],
          ['/login', 'Connexion'],
          ['/signup', 'Inscription'],
          [`/invite/${boardId}`, 'NOUS DEUX'],
          ['/invite/inconnu', 'Oups'],
          ['/confidentialite', 'Confidentialité'],
          ['/mentions-legales', 'Mentions légales'],
          ['/passer-en-https', 'Passer en https'],
          ['/verifier', 'Vérifier'],
          ['/nulle-part', "Cette page n'existe pas"],
        ] as const) {
          await open(page, path, title);
          await look(`${path}, signed out`);
        }
      },
      async 'the forms of an account, with their errors'(page, look) {
        await open(page, '/signup', 'Inscription');
        await page.getByRole('button', { name: 'Créer un compte' }).click();
        await expect(page.getByRole('alert')).toHaveCount(3);
        await look('/signup with its errors');
        await open(page, '/login', 'Connexion');
        await page.getByRole('button', { name: 'Se connecter' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await look('/login with its error');
        await open(page, '/login?oubli=true', 'Mot de passe oublié');
        await page.getByRole('button', { name: 'Envoyer le lien' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await look('forgotten password with its error');
        await page.route('**/api/password-resets', (route) => route.fulfill({ status: 204 }));
        await page.getByLabel('Email', { exact: true }).fill('lea@exemple.fr');
        await page.getByRole('button', { name: 'Envoyer le lien' }).click();
        await expect(page.getByText('Email envoyé !')).toBeVisible();
        await look('forgotten password, sent');
        await open(page, '/login#reset=perime', 'Nouveau mot de passe');
        await page.getByLabel('Nouveau mot de passe').fill('orage');
        await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await look('new password with its error');
        await page.getByLabel('Nouveau mot de passe').fill('orage violet 42');
        await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
        await expect(page.getByText("Ce lien n'est plus valable")).toBeVisible();
        await look('a reset link that is no longer valid');
      },
    },
  },
  'a newcomer': {
    as: 'newcomer',
    parts: {
      async 'what a newcomer finds'(page, look, { boardId, singleLink }) {
        for (const [path, words] of [
          [`/invite/${boardId}`, 'Demander à rejoindre'],
          [singleLink, 'vous attend'],
        ] as const) {
          await open(page, path, 'NOUS DEUX');
          await expect(page.getByText(words)).toBeVisible();
          await look(words);
        }
        await open(page, '/dashboard', 'Activités récentes');
        await expect(page.getByText('Il ne manque')).toBeVisible();
        await look('Accueil, empty');
        await page.getByRole('button', { name: 'Noter une action' }).click();
        await expect(page.getByRole('dialog').getByText("D'abord un tableau")).toBeVisible();
        await look('add-action dialog without a board');
        await open(page, '/requests', 'Demandes');
        await expect(page.getByText('Aucune demande reçue')).toBeVisible();
        await look('Demandes, empty');
        await open(page, '/boards', 'Mes tableaux');
        await expect(page.getByText('Aucun tableau')).toBeVisible();
        await look('Tableaux, empty');
        await page.getByRole('button', { name: 'Nouveau tableau' }).click();
        await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Rejoindre', exact: true }).click();
        await expect(page.getByText("Lien d'invitation invalide")).toBeVisible();
        await look('join dialog with its error');
      },
    },
  },
  'a guest': {
    as: 'guest',
    parts: {
      async 'an invitation, and who is blocked'(page, look) {
        await open(page, '/requests', 'Demandes');
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
        await page.getByText('Déjà répondues').click();
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
        await look('Demandes, received');
        await page.getByRole('button', { name: 'Ne plus recevoir ses invitations' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await look('asking before an inviter is blocked');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
        await page.getByRole('button', { name: 'Confidentialité' }).click();
        await expect(page.getByRole('heading', { name: 'Invitations bloquées' })).toBeVisible();
        await look('privacy panel with somebody blocked');
      },
    },
  },
  'a member from whom something is kept back': {
    as: 'member',
    parts: {
      async 'what cannot be shown'(page, look, { boardId }) {
        // From the beginning: what the app has read by itself meanwhile, it would show as it was.
        await page.route(`**/api/boards/${boardId}`, (route) =>
          route.fulfill({ status: 403, json: { code: 'invalid_input', message: 'Non' } }),
        );
        await open(page, '/board/inconnu', 'Tableau non trouvé');
        await look('missing board');
        await page.route('**/assets/requests-screen*.js', (route) => route.abort());
        await open(page, '/requests', 'Oups');
        await expect(page.getByRole('main')).toHaveCount(1);
        await expect(page.getByText(/erreur est survenue/)).toHaveCount(1);
        await look('a screen that cannot be loaded');
        await followFromElsewhere(page, new URL(`/board/${boardId}`, page.url()).href);
        await expect(page.getByRole('heading', { level: 1, name: 'Erreur lors du chargement du tableau' })).toBeVisible();
        await look('a board that cannot be loaded');
        await page.route('**/api/live', (route) => route.abort());
        await open(page, '/dashboard', 'Activités récentes');
        await expect(page.getByText('Connexion perdue')).toBeVisible();
        await look('connection lost');
      },
    },
  },
};

async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function openSettings(page: Page, boardId: string): Promise<void> {
  await open(page, `/board/${boardId}`, 'NOUS DEUX');
  await page.getByRole('button', { name: 'Réglages du tableau' }).click();
  await expect(page.getByRole('dialog', { name: 'Réglages du tableau' })).toBeVisible();
}
