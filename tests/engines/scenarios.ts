/** R11: the game in one more engine. Written once, played in each: nothing is lost, nothing counts twice, no page has an error. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { type RunningServer, startServer } from '../built-server.ts';
import { makeBoard, newActivityId, password, Person } from '../people.ts';
import { startPushService, type TestPushService } from '../push-service.ts';
import { doctor, sound, storedActivities, storedTotals } from '../faults/soundness.ts';
import { Line } from './line.ts';
import { logMany, readFeed } from './long-feed.ts';
import { Phone } from './phone.ts';
import { type Engine, EngineCrash } from './window.ts';

const breakfast = { title: 'Petit-déj au lit', points: 20 };
const waiting = { timeout: 60_000 };
const neutral = 'Du nouveau sur OU LA LA';
const dishes = { title: 'Vaisselle oubliée', points: -15 };

export function playIn(launch: () => Promise<Engine>): void {
  let engine: Engine;
  let pushService: TestPushService;
  let server: RunningServer;
  let line: Line;
  let phones: Phone[] = [];

  beforeAll(async () => {
    pushService = await startPushService();
    server = await startServer({ PUSH_SERVICES: pushService.origin });
    engine = await launch();
  });
  afterAll(async () => {
    await engine?.end();
    await server?.stop();
    await pushService?.close();
    if (!server) return;
    const verdict = await doctor(server.dataDir);
    rmSync(server.dataDir, { recursive: true, force: true });
    expect(verdict).toEqual(sound);
  });

  test(
    'two people sign up, share a board, play, and see each other play',
    played(async () => {
      const [léa, max] = [freshName('Lea'), freshName('Max')];
      const [léas, maxs] = await openPhones(2);
      await signUp(léas, léa);
      await signUp(maxs, max);

      await léas.press('link', 'Tableaux');
      await léas.press('button', 'Nouveau tableau');
      await léas.press('menuitem', 'Créer un tableau');
      await léas.type('Nom du tableau', 'NOUS DEUX');
      for (const action of [breakfast, dishes]) await writeAction(léas, action);
      await léas.type('Pseudo', max);
      await léas.press('button', 'Ajouter');
      await léas.sees('button', `Retirer ${max}`);
      await léas.press('button', 'Créer le tableau');
      await léas.sees('heading', 'NOUS DEUX');
      await léas.sees('paragraph', '1 membre');

      await maxs.pressForButton('link', 'Demandes', 'Accepter');
      await maxs.sees('paragraph', `${léa} vous invite à rejoindre le tableau "NOUS DEUX"`);
      await maxs.press('button', 'Accepter');
      await maxs.press('link', 'Ouvrir le tableau');
      await maxs.sees('heading', 'NOUS DEUX');
      await léas.sees('paragraph', '2 membres');

      await log(maxs, breakfast, '+20');
      await léas.sees('paragraph', total('+20'));
      await log(léas, dishes, '+5');
      await maxs.sees('paragraph', total('+5'));
      await léas.press('button', 'Annuler');
      for (const phone of [maxs, léas]) await phone.sees('paragraph', total('+20'));
      await maxs.press('tab', 'Notifications');
      await maxs.seesContaining('listitem', `Annulée par ${léa}`);
      expectLogs(await maxs.run(openedBoard), [20]);
    }),
  );

  test(
    'what is logged just before a reload counts once',
    played(async () => {
      const {
        board,
        phones: [one, other],
      } = await openGame();
      for (let round = 1; round <= 3; round += 1) {
        await log(one, breakfast, `+${20 * round}`);
        await one.reload();
        await one.sees('paragraph', total(`+${20 * round}`));
        await other.sees('paragraph', total(`+${20 * round}`));
      }
      expectLogs(board.id, [20, 20, 20]);
    }),
  );

  for (const how of ['cut', 'dead'] as const)
    test(
      `what is logged while the line is ${how} comes through a reload, and arrives once`,
      played(async () => {
        const {
          board,
          phones: [one, other],
        } = await openGame();
        if (how === 'dead') line.die();
        else {
          await line.cut();
          await one.seesContaining('status', 'Connexion perdue');
        }
        await log(one, breakfast, '+20');
        await one.seesContaining('status', 'Hors ligne, 1 action en attente');
        await one.reload();
        await one.sees('paragraph', total('+20'));
        await log(one, dishes, '+5');
        await one.seesContaining('status', 'Hors ligne, 2 actions en attente');

        await line.restore();
        await one.seesNoMore('status', 'Hors ligne');
        for (const phone of [one, other]) await phone.sees('paragraph', total('+5'));
        expectLogs(board.id, [20, -15]);
      }),
    );

  test(
    'what is logged after the page was left for another arrives',
    played(async () => {
      const {
        board,
        phones: [one, other],
      } = await openGame();
      const path = `/board/${board.id}`;
      let points = 0;
      const logHere = async () => {
        points += breakfast.points;
        await log(one, breakfast, `+${points}`);
        await other.sees('paragraph', total(`+${points}`));
      };
      for (const how of ['link', 'script'] as const) {
        await one.leaveFor(path, how);
        await logHere();
        await one.leaveFor('/boards', how);
        await one.sees('heading', 'Mes tableaux');
        // Out of the page cache, where the browser has one.
        await one.back();
        await logHere();
      }
      await one.reload();
      await one.sees('paragraph', total('+80'));
      expectLogs(board.id, [20, 20, 20, 20]);
    }),
  );

  test(
    'Back closes what lies on top, and then leads to the screen before',
    played(async () => {
      const {
        board,
        phones: [one],
      } = await openGame();
      await one.press('link', 'Accueil');
      await one.sees('heading', 'Activités récentes');
      await one.press('button', 'Ouvrir le menu du profil');
      await one.press('button', 'Confidentialité');
      await one.sees('heading', 'Confidentialité');
      await one.back();
      await one.seesNoMore('heading', 'Confidentialité');
      await one.sees('button', 'Déconnexion');
      await one.back();
      await one.seesNoMore('button', 'Déconnexion');
      await one.press('button', 'Noter une action');
      await one.sees('heading', 'Noter une action');
      await one.press('button', 'Fermer');
      await one.seesNoMore('heading', 'Noter une action');
      await one.back();
      await one.sees('heading', 'NOUS DEUX');
      expectLogs(board.id, []);
    }),
  );

  test(
    'a dialog whose code or styles did not come opens at the second press',
    played(async () => {
      const léa = await Person.signUp({ origin: server.origin }, freshName('Lea'));
      const board = await makeBoard('Nous deux', [léa]);
      const [one] = await openPhones(1);
      await one.use(léa.cookie);
      // The styles, the dialog's own file, and one that another dialog needs. Without a service worker, which would have both.
      const cases = [
        ['/dashboard', '/assets/screens-', 'Ouvrir le menu du profil', 'button', 'Déconnexion'],
        ['/dashboard', '/assets/add-action-dialog', 'Noter une action', 'heading', 'Noter une action'],
        [`/board/${board.id}`, '/assets/board-name-field', 'Réglages du tableau', 'heading', 'Réglages du tableau'],
      ] as const;
      for (const [index, [path, lost, button, role, name]] of cases.entries()) {
        // A quiet page fetches what its dialogs may need: what comes once would be there for all pages.
        const later = cases.slice(index + 1).map(([, file]) => file);
        line.lose('/sw.js', lost, ...later);
        await one.open(path);
        await one.press('button', button);
        await one.seesContaining('paragraph', 'Le serveur est injoignable');
        line.lose('/sw.js', ...later);
        await one.press('button', 'Réessayer');
        await one.sees(role, name);
      }
      expectLogs(board.id, []);
    }),
  );

  test(
    'who signs out leaves nothing behind, and finds everything again',
    played(async () => {
      const {
        board,
        people: [léa],
        phones: [one],
      } = await openGame();
      await log(one, breakfast, '+20');
      await one.press('button', 'Ouvrir le menu du profil');
      await one.press('button', 'Déconnexion');
      await one.sees('heading', 'Connexion');
      await expect.poll(() => one.run(keptRecords)).toBe(0);

      await one.type('Email ou pseudo', léa.name);
      await one.type('Mot de passe', password);
      await one.press('button', 'Se connecter');
      await one.sees('heading', 'Activités récentes');
      await one.open(`/board/${board.id}`);
      await one.sees('paragraph', total('+20'));
      expectLogs(board.id, [20]);
    }),
  );

  test(
    'a feed of 300 activities is read to its end and back',
    played(async () => {
      const léa = await Person.signUp({ origin: server.origin }, freshName('Lea'));
      const board = await makeBoard('Long', [léa]);
      const points = await logMany(léa, board, 300);
      const [reader] = await openPhones(1);
      await reader.use(léa.cookie);
      await reader.open('/dashboard');
      await reader.sees('heading', 'Activités récentes');
      await readFeed(reader, 300);
      expectLogs(board.id, points);
    }),
  );

  test(
    'a newcomer is not told of a new version',
    played(async () => {
      const [phone] = await openPhones(1);
      await signUp(phone, freshName('Zoe'));
      await phone.isInstalled();
      expect(await phone.shows('paragraph', 'Une nouvelle version est prête')).toBe(false);
    }),
  );

  test(
    'the promises of the landing page come together as they come into sight',
    played(async () => {
      const [visitor] = await openPhones(1);
      await visitor.open('/');
      await visitor.sees('button', 'Créer un compte');
      const byScrolling = await visitor.run(() => CSS.supports('animation-timeline: view()'));
      await expect.poll(() => visitor.run(lastPromise)).toBe(byScrolling ? null : 'waits');
      await visitor.run(() => document.querySelector('article:last-of-type')?.scrollIntoView({ block: 'center' }));
      await expect.poll(() => visitor.run(lastPromise)).toBe(byScrolling ? null : 'plays');
    }),
  );

  test(
    'a push comes while the app is closed, says who did what only where that is wanted, and its press opens the board',
    played(async () => {
      const { max, board, origin, phone, choose, pushed } = await toldGame();
      await phone.closeApp();
      const notification = {
        title: neutral,
        body: '',
        tag: board.id,
        lang: 'fr',
        dir: 'ltr',
        icon: '/icon-192.png',
        actions: [{ action: 'riposte', title: 'Riposter' }],
      };
      const stands = (one: object) => expect.poll(() => phone.notifications(), waiting).toEqual([{ ...notification, ...one }]);
      await phone.receive(pushed);
      await stands({});
      await choose({ details: true });
      await phone.receive(pushed);
      await stands({
        title: 'NOUS DEUX',
        body: expect.stringMatching(new RegExp(`^${max.name}\\s: Petit-déj au lit, \\+20\\. À vous\\s\\?$`)),
      });
      await choose({ details: false });
      await phone.receive(pushed);
      await stands({});
      await phone.pressNotification();
      await expect.poll(() => phone.openedWindows(), waiting).toEqual([`${origin}/board/${board.id}?riposte=oui`]);
    }),
  );

  test(
    'a push that cannot be read is shown all the same, and its press opens Accueil',
    played(async () => {
      const { origin, phone } = await toldGame();
      await phone.closeApp();
      const bare = { title: neutral, body: '', tag: '', lang: 'fr', actions: [] };
      const nonsense = ['', '{', '[]', '{"notification":{"title":1}}'];
      for (const message of nonsense) await phone.receive(message);
      await expect.poll(() => phone.notifications(), waiting).toMatchObject(nonsense.map(() => bare));
      await phone.pressNotification();
      await expect.poll(() => phone.openedWindows(), waiting).toEqual([`${origin}/dashboard`]);
    }),
  );

  test(
    'a press on a notification leads the open app to the answer',
    played(async () => {
      const { phone, pushed } = await toldGame();
      await phone.press('link', 'Demandes');
      await phone.sees('heading', 'Demandes');
      await phone.receive(pushed);
      await expect.poll(() => phone.notifications(), waiting).toHaveLength(1);
      await phone.pressNotification();
      await phone.sees('heading', 'Riposter');
      await phone.back();
      await phone.seesNoMore('heading', 'Riposter');
      await phone.back();
      await phone.sees('heading', 'Demandes');
      expect(await phone.notifications()).toEqual([]);
    }),
  );

  /** Played a second time where a browser crashed in the first: its crash is told, and fails nothing unless it comes again. */
  function played(play: () => Promise<void>): (context: TestContext) => Promise<void> {
    return async ({ task }) => {
      try {
        await playOnNewPhones(play).catch(async (failure: unknown) => {
          if (!(failure instanceof EngineCrash)) throw failure;
          console.warn(`${engine.name} crashed in '${task.name}', which is played again. ${failure.message}`);
          await playOnNewPhones(play);
        });
      } catch (failure) {
        console.log(server.output());
        throw failure;
      }
    };
  }

  async function playOnNewPhones(play: () => Promise<void>): Promise<void> {
    line = await Line.open(server.origin);
    phones = [];
    try {
      await play();
      const faults = await Promise.all(phones.map((phone) => phone.faults()));
      expect(faults.flat(), 'errors of the pages').toEqual([]);
    } finally {
      await Promise.all(phones.map((phone) => phone.close()));
      await line.close();
    }
  }

  async function openPhones(count: number): Promise<[Phone, Phone]> {
    for (let number = 0; number < count; number += 1) phones.push(new Phone(await engine.openWindow(), line.origin));
    return phones as [Phone, Phone];
  }

  /** A board of two, open on both their phones; the app is installed on the first. */
  async function openGame() {
    const address = { origin: server.origin };
    const people: [Person, Person] = [await Person.signUp(address, freshName('Lea')), await Person.signUp(address, freshName('Max'))];
    const board = await makeBoard('Nous deux', people);
    const both = await openPhones(2);
    for (const [index, phone] of both.entries()) {
      await phone.use(people[index]?.cookie ?? '');
      await phone.open(`/board/${board.id}`);
      await phone.sees('paragraph', total('0'));
    }
    await both[0].isInstalled();
    return { people, board, phones: both };
  }

  /** A board of two, on which one has logged; what was pushed to the other, who has the app installed and open. */
  async function toldGame() {
    const [léa, max] = [await Person.signUp(server, freshName('Lea')), await Person.signUp(server, freshName('Max'))];
    const board = await makeBoard('Nous deux', [léa, max]);
    // As the server calls itself: a push leads nowhere else.
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    const phone = new Phone(await engine.openWindow(), origin);
    phones.push(phone);
    await phone.use(léa.cookie);
    // Where she sees nothing of the board: what she has seen is not told.
    await phone.open('/requests');
    await phone.isInstalled();
    const browser = pushService.browser();
    const choose = (choices: { details?: boolean } = {}) =>
      léa.does('PUT /api/notifications/device', { body: { ...browser.subscription(), ...choices } });
    await choose();
    const [action] = board.actions;
    await max.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: newActivityId(), actionId: action?.id ?? '' },
    });
    await expect.poll(() => browser.messages.length, waiting).toBe(1);
    return { max, board, origin, phone, choose, pushed: JSON.stringify(browser.messages[0]) };
  }

  /** What the server holds of a board in the end and nobody undid, in its order. */
  function expectLogs(boardId: string, points: readonly number[]): void {
    const stored = storedActivities(server.dataDir).filter((one) => one.board_id === boardId && one.undone_at === null);
    const inOrder = stored.toSorted((one, other) => one.board_revision - other.board_revision);
    expect(inOrder.map((one) => one.points)).toEqual(points);
    expect(storedTotals(server.dataDir).get(boardId)).toBe(points.reduce((sum, number) => sum + number, 0));
  }
}

function freshName(name: string): string {
  return `${name}.${randomBytes(4).toString('hex')}`;
}

function total(points: string): string {
  return `Score du tableau ${points}`;
}

/** Runs in the page. What its last promise does. */
function lastPromise(): string | null | undefined {
  return document.querySelector('article:last-of-type')?.getAttribute('data-scene');
}

async function signUp(phone: Phone, name: string): Promise<void> {
  await phone.open('/signup');
  await phone.type('Pseudo', name);
  await phone.type('Email', `${name.toLowerCase()}@exemple.fr`);
  await phone.type('Mot de passe', password);
  await phone.press('button', 'Créer un compte');
  await phone.sees('heading', 'Activités récentes');
}

async function writeAction(phone: Phone, { title, points }: typeof breakfast): Promise<void> {
  await phone.press('button', 'Écrire une action');
  await phone.type("Nom de l'action", title);
  if (points < 0) await phone.press('radio', 'Perte');
  await phone.type('Points', String(Math.abs(points)));
  await phone.press('button', 'Ajouter');
  await phone.sees('button', 'Écrire une action');
}

/** Logs an action from the Actions tab of the open board, which then stands at so many points. */
async function log(phone: Phone, { title, points: worth }: typeof breakfast, points: string): Promise<void> {
  const confirm = worth < 0 ? `Avouer −${-worth}` : `Noter +${worth}`;
  await phone.pressForButton('button', title, confirm);
  await phone.press('button', confirm);
  await phone.sees('paragraph', total(points));
}

/** The id of the board that is shown. Runs in the page. */
function openedBoard(): string {
  return location.pathname.replace('/board/', '');
}

/** How many records the app still has in this browser. Runs in the page. */
function keptRecords(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('ou-la-la');
    opening.addEventListener('error', () => reject(new Error('no database')));
    opening.addEventListener('success', () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains('kept')) return resolve(0);
      const counting = database.transaction('kept').objectStore('kept').count();
      counting.addEventListener('success', () => {
        database.close();
        resolve(counting.result);
      });
    });
  });
}
