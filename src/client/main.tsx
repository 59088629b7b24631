import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Account } from '#shared/accounts';
import './ui/styles/index.css';
import { api } from './api/api.ts';
import { backoff } from './api/backoff.ts';
import { firstReplies } from './api/first-replies.ts';
import { addressAfterPortal, obstacle } from './api/obstacle.ts';
import { FailureScreen } from './app/failure-screen.tsx';
import type { SeenBefore } from './sync/storage/persistence.ts';
import './pwa/install-prompt.ts';
import { stored } from './ui/browser-storage.ts';
import { covered, setCovered } from './ui/covered.ts';
import { stashDrafts } from './ui/drafts.ts';
import { fetchBeforeImport, ReloadNeeded } from './ui/lazy-import.ts';
import { reloadOnceFor, reloadPage } from './ui/reload-page.ts';
import { noteDemos, noteSignUps } from './session/sign-ups.ts';
import { startTheme } from './ui/theme.ts';
import { reporting, reportUnexpected, watchUncaught } from './ui/unexpected.ts';
import { words } from './ui/ui-messages.fr.ts';
import { unloadedSentence } from './ui/unloaded-sentence.ts';
import { legalPageAt } from '#client/legal/legal-links.tsx';
import './privacy/window-left.ts';

// Neither the router nor the query cache may be imported here: the landing page is shown without them (goal P8).

/** The signed-in person; what to show until the server answers, if it did not at start. */
interface Present {
  user: Account | null;
  seen: SeenBefore | null;
}

// From here on what fails is said by this script; until then the page says so itself (opening.css).
document.documentElement.dataset['started'] = '';
const container = containerOf(document);
/** The build has drawn what stands here for everybody; the page that the service worker keeps has nothing there. */
const isDrawn = container.hasChildNodes();
let root: Root | undefined;
/** The link that has the focus before there is an app. */
let reached = nameOf(document.activeElement);
const noteReached = ({ target }: FocusEvent) => {
  reached = nameOf(target);
};
container.addEventListener('focusin', noteReached);
/** Whether the way past the bars was taken before there is an app. */
let hasSkipped = false;
const skipTarget = '#contenu';
/** How long a network that does not answer is waited for before what was last seen here is shown. */
const patienceMs = 3000;

/** What no screen catches becomes an error of the page. */
const rootOptions = { onCaughtError: reporting('screen') };
const legalPage = legalPageAt(location.pathname);
/** What stands here is whole without any script. */
const isReadable = isDrawn && (legalPage !== null || location.pathname === '/');

const cleanAddress = addressAfterPortal();
if (cleanAddress !== null) history.replaceState(history.state, '', cleanAddress);
startTheme();
watchUncaught();
// A reload, or the way through a login portal. Not earlier: one may go on typing until a newer version takes over.
addEventListener('pagehide', stashDrafts);
if (legalPage === null) {
  loadAhead(location.pathname);
  void start();
} else {
  setCovered(false);
  void showLegal();
}

/** Words that concern nobody in particular: who is signed in is not asked. */
async function showLegal(failures = 0): Promise<void> {
  try {
    const { LegalScreen } = await import('#client/legal/legal-screen.tsx');
    const screen = legalPage === null ? null : <LegalScreen page={legalPage} />;
    if (isDrawn) takeOver(screen);
    else show(screen);
  } catch (error) {
    showFailed(error, failures, showLegal);
  }
}

/** Nothing of a person's is shown before the answer to who is signed in, unless none comes: then what was last seen in this browser is. */
async function start(failures = 0): Promise<void> {
  try {
    // Before anything of a person's is drawn.
    if (stored('lock') !== null) await (await import('./lock/lock.ts')).followLock();
    if (location.pathname === '/') return await showLanding();
    const present = await whoIsThere();
    await showApp(present);
    becomeApp(present.user);
  } catch (error) {
    firstReplies.forget();
    showFailed(error, failures, start);
  }
}

async function whoIsThere(): Promise<Present> {
  const answer = api('GET /api/session').then(({ user, signUps, demos = false }) => {
    noteSignUps(signUps);
    noteDemos(demos);
    return user;
  });
  const seen = await withoutAnswer(answer);
  return { user: seen ? seen.user : await answer, seen };
}

/** What was last seen, when the answer fails or is long in coming; null when there is an answer, or nothing was seen. */
async function withoutAnswer(answer: Promise<Account | null>): Promise<SeenBefore | null> {
  let isAnswered = false;
  const arrived = answer.then(
    () => (isAnswered = true),
    // Heard by whoever waits for the answer itself.
    () => false,
  );
  const impatient = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([arrived, impatient]);
  if (isAnswered) return null;
  const { lastSeen, untilAnswered } = await import('./app/this-browser.ts');
  const seen = await lastSeen();
  return seen && !isAnswered ? { ...seen, answer: answer.catch(untilAnswered) } : null;
}

/** Nothing on the page waits for it, or for what it brings. `user`: undefined while nobody knows who is there. */
function becomeApp(user: Account | null | undefined): void {
  void import('./pwa/start.ts').then(({ startApp }) => startApp(user)).catch(reporting('code'));
}

/** The page that the server sends is read as it comes: only who is signed in is known later. */
async function showLanding(): Promise<void> {
  let asked = whoIsThere();
  // Without an answer the page stays as it is: it is asked again by whoever leaves it.
  const known = asked.catch(() => null);
  const { LandingScreen } = await import('./landing/landing-screen.tsx');
  let isLeaving = false;
  const leave = (href: string) => {
    // A second press while the app is loading must not navigate twice.
    if (location.pathname === '/') history.pushState(null, '', href);
    else {
      history.replaceState(null, '', href);
      // The router, when there is one already, follows.
      dispatchEvent(new PopStateEvent('popstate'));
    }
    if (!isLeaving) void enter();
    isLeaving = true;
  };
  const enter = async (failures = 0): Promise<void> => {
    try {
      await showApp(await asked);
    } catch (error) {
      showFailed(error, failures, (again) => {
        asked = whoIsThere();
        return enter(again);
      });
    }
  };
  const screen = (present: Present | null) => <LandingScreen signedIn={present && present.user !== null} onNavigate={leave} />;
  // Until it is known who is there, a press is the browser's: it would wait for that here, and nothing would be seen of it.
  if (isDrawn && !root) takeOver(<LandingScreen signedIn={null} />);
  const present = isDrawn ? await known : await asked;
  if (location.pathname === '/') show(screen(present));
  becomeApp(present?.user);
}

/** Loads the code of the screen at this address while the server is asked who is signed in. */
function loadAhead(path: string): void {
  void ahead(path)?.catch(reporting('code'));
}

function ahead(path: string): Promise<unknown> | undefined {
  const [, screen = '', id = ''] = path.split('/');
  if (screen === '') return undefined;
  if (screen === 'dashboard') return loadHome();
  if (screen === 'board') return loadBoard();
  if (screen === 'invite' && /^[\w-]+$/.test(id)) return loadInvitation(id);
  return loadApp();
}

// Called before this line is reached: constants would not be there yet.
function loadApp() {
  return import('./app/app.tsx');
}

function loadShell() {
  return Promise.all([loadApp(), import('./shell/shell.tsx')]);
}

function loadHome() {
  return Promise.all([loadShell(), import('#client/screens/dashboard-screen.tsx')]);
}

function loadBoard() {
  return Promise.all([loadShell(), import('#client/screens/board-screen.tsx')]);
}

function loadInvitation(invitation: string) {
  return Promise.all([loadApp().then(({ readInvitation }) => readInvitation(invitation)), import('#client/membership/invite-screen.tsx')]);
}

async function showApp({ user, seen }: Present): Promise<void> {
  const { openApp } = await loadApp();
  await nextTask();
  forgetSkip();
  const app = await openApp(user, seen);
  await nextTask();
  show(app);
}

/** Reading the scripts, opening the app and drawing it are three tasks: between them the phone hears a finger. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function showFailed(error: unknown, failures: number, again: (failures: number) => Promise<void>): void {
  reportUnexpected('start', error);
  const needsReload = error instanceof ReloadNeeded;
  const retry = () => {
    clearTimeout(timer);
    removeEventListener('online', retry);
    if (!needsReload || !reloadOnceFor(error.file)) void again(failures + 1);
  };
  const timer = setTimeout(retry, backoff(failures));
  addEventListener('online', retry);
  // One goes on reading, and its links lead on.
  if (isReadable && !root && !covered.get()) return;
  const { sentence, way } = obstacle() ?? {
    sentence: unloadedSentence(error),
    way: needsReload ? { label: words.reload, onPress: reloadPage } : { label: words.retry, onPress: retry },
  };
  show(<FailureScreen title="OU LA LA" sentence={sentence} way={way} />);
}

/** Replaces what #root shows. As a transition, so that a phone still reacts to a finger while it renders. */
function show(screen: ReactNode): void {
  fetchBeforeImport();
  startTransition(() => {
    root ??= createRoot(container, rootOptions);
    root.render(
      <StrictMode>
        <Standing>{screen}</Standing>
      </StrictMode>,
    );
  });
}

/** Once the app is mounted, gives the focus back to the link of the static page that had it, or to the content past the bars. */
function Standing({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    container.removeEventListener('focusin', noteReached);
    forgetSkip();
    if (document.activeElement !== document.body) return;
    if (hasSkipped) container.querySelector<HTMLElement>(skipTarget)?.focus();
    else if (reached !== null) [...container.querySelectorAll('a')].find((link) => nameOf(link) === reached)?.focus();
  }, []);
  return children;
}

/** The skip link of the static page leaves its target in the address; a sign-in would come back to it. */
function forgetSkip(): void {
  if (location.hash !== skipTarget) return;
  hasSkipped = true;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Hydrates the static page, which shows the same screen. */
function takeOver(screen: ReactNode): void {
  fetchBeforeImport();
  startTransition(() => {
    root = hydrateRoot(
      container,
      <StrictMode>
        <Standing>{screen}</Standing>
      </StrictMode>,
      rootOptions,
    );
  });
}

/** The address of a link, and its index among links to the same address: its words may change. Null for anything else. */
function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLAnchorElement)) return null;
  const href = target.getAttribute('href');
  const alike = [...container.querySelectorAll('a')].filter((link) => link.getAttribute('href') === href);
  return `${href} ${alike.indexOf(target)}`;
}

function containerOf({ body }: Document): HTMLElement {
  const found = body.querySelector<HTMLElement>('#root');
  if (!found) throw new Error('the page has no #root');
  return found;
}
