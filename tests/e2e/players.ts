/** People and boards for the tests in a browser: signed up and set up by the API, so that each test does only its own job by hand. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { EndpointKey, ReplyOf } from '#shared/api';
import type { OpenedBoard } from '#shared/boards';
import { addressOf, type Board, breakfast, type Caller, dishes, type Input, makeBoard, password, Person } from '../people.ts';
import { followCalls } from './clock.ts';
import type { RunningServer } from './server.ts';

export { breakfast, dishes, password } from '../people.ts';

/** A name that nobody has on the server of this worker yet, beginning with `name`. */
export function freshName(name: string): string {
  return `${name}.${randomUUID().slice(0, 8)}`;
}

/** Somebody signed in whose browser is not looked at, so that there is none. */
export interface Absentee extends Caller {
  /** Calls the API as this person, as another device would. */
  call<Reply>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Reply>;
}

/** Somebody signed in, in a browser of their own. */
export interface Player extends Absentee {
  context: BrowserContext;
  page: Page;
}

export async function signUpAbsentee({ origin }: RunningServer, name: string): Promise<Absentee> {
  const person = new Person({ origin }, freshName(name));
  return await signUp(person.name, (method, path, body) => person.calls(method, path, body));
}

export async function signUpPlayer(
  browser: Browser,
  server: RunningServer,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Player> {
  const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce', ...options });
  const person = await signUp(freshName(name), (method, path, body) => callApi(context.request, server.origin, method, path, body));
  const page = await context.newPage();
  followCalls(page);
  return { ...person, context, page };
}

async function signUp(name: string, call: Absentee['call']): Promise<Absentee> {
  const does = <K extends EndpointKey>(key: K, input: Input = {}) => {
    const { method, path } = addressOf(key, input);
    return call<ReplyOf<K>>(method, path, input.body);
  };
  const email = `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@exemple.fr`;
  await does('POST /api/accounts', { body: { username: name, email, password } });
  return { name, call, does };
}

/** A board of the first person that the others have joined, with `breakfast` and `dishes`. */
export function createSharedBoard(players: readonly [Absentee, ...Absentee[]], title: string): Promise<Board<Absentee>> {
  return makeBoard(title, players, [breakfast, dishes]);
}

/** Logs an action as from another device of that person. */
export async function logFromElsewhere(player: Absentee, boardId: string, title: string): Promise<void> {
  const { actions } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  const action = actions.find((one) => one.title === title);
  await player.call('POST', `/api/boards/${boardId}/activities`, { id: randomUUID(), actionId: action?.id });
}

/**
 * Opens a screen with the bars, and waits until the app stands in place of what was drawn beforehand, hears at once what others do (what
 * happens before that is made up for, but without its story), and could keep what is logged though nothing more came from the server. For
 * the first tab of a browser; the others share its stream.
 */
export async function openLive(page: Page, path: string): Promise<void> {
  // The head of the stream goes out with its greeting.
  const greeting = page.waitForResponse('**/api/live');
  await page.goto(path);
  await greeting;
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).waitFor();
  // An observer is asked: a clock that a test has installed gives a performance without entries.
  await page.waitForFunction(async () => {
    const loaded = await new Promise<PerformanceEntryList>((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'resource', buffered: true }),
    );
    const here = new Set(loaded.map(({ name }) => name));
    const announced = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href);
    return [...here].some((name) => name.includes('/assets/browser-worker-')) && announced.every((href) => here.has(href));
  });
}

/** Opens an address of ours by a link on another site: the browser sends no session with it (SameSite), so the page comes without anybody's. */
export async function followFromElsewhere(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(`<a href="${address}">Viens</a>`);
  await page.getByRole('link').click({ noWaitAfter: true });
}

/** From its next page on this browser keeps nothing, as some do in private windows. */
export async function keepNothing({ context }: Player): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
}

async function callApi<Reply>(request: APIRequestContext, origin: string, method: string, path: string, body?: object): Promise<Reply> {
  const response = await request.fetch(`${origin}${path}`, { method, headers: { origin }, ...(body && { data: body }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply;
}
