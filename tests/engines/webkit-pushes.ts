/**
 * Pushes in WebKitGTK, which has no push service, no `PushEvent`, and lets no test allow notifications or press one. So the built worker, in its real
 * registration, gets events of these names that a test has made, and what it asks the browser to show or to open is recorded instead. The rest is
 * real: how it reads, what it asks the server, the pages that it finds and speaks to.
 */
import type { Pushes, Shown } from './window.ts';

/** What the copy of the worker is given beside its own text. */
export const pushPlayer = `\n;(${playPushes.toString()})();\n`;

/** What the worker asks the browser for. */
type Asked = Omit<Shown, 'title' | 'actions'> & Partial<Pick<Shown, 'actions'>> & { data: unknown };
type Call = { play: 'push'; message: string } | { play: 'notificationclick'; data: unknown };

interface Answer {
  shown: { title: string; options: Asked }[];
  opened: string[];
  /** Whether the worker has closed what was pressed. */
  closed: boolean;
}

export function webkitPushes({ open, run }: { open(url: string): Promise<void>; run: Run }): Pushes {
  let shown: { title: string; options: Asked }[] = [];
  const opened: string[] = [];
  const play = async (call: Call) => {
    const answer = await run<Answer>(askWorker, [call]);
    opened.push(...answer.opened);
    if (answer.closed) shown = shown.slice(0, -1);
    for (const one of answer.shown) shown = [...shown.filter(({ options: { tag } }) => !tag || tag !== one.options.tag), one];
  };
  return {
    // A page of the same site, for the worker cannot be reached from elsewhere; it answers nothing, like a page that sleeps.
    closeApp: (origin) => open(`${origin}/healthz`),
    deliver: (_origin, message) => play({ play: 'push', message }),
    shown: async () =>
      shown.map(({ title, options: { body, tag, lang, dir, icon, actions } }) => ({
        title,
        body: body ?? '',
        tag: tag ?? '',
        lang,
        dir,
        icon,
        actions: actions ?? [],
      })),
    press: () => play({ play: 'notificationclick', data: shown.at(-1)?.options.data }),
    opened: async () => opened,
  };
}

type Run = <R>(script: (...args: never[]) => unknown, args: readonly unknown[]) => Promise<R>;

/** Runs in the page. */
async function askWorker(call: Call): Promise<Answer> {
  const { active } = await navigator.serviceWorker.ready;
  return await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data as Answer));
    port1.start();
    active?.postMessage(call, [port2]);
  });
}

/** Runs in the worker, beside its own text. */
function playPushes(): void {
  const scope = globalThis as unknown as EventTarget & { registration: object; clients: object };
  scope.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<Call>;
    if (typeof data !== 'object' || data === null || !('play' in data)) return;
    const answer: Answer = { shown: [], opened: [], closed: false };
    const showNotification = (title: string, options: Asked) => Promise.resolve(void answer.shown.push({ title, options }));
    const openWindow = (url: string) => Promise.resolve(void answer.opened.push(url));
    Object.assign(scope.registration, { showNotification });
    Object.assign(scope.clients, { openWindow });
    let done = Promise.resolve();
    const waitUntil = (work: Promise<void>) => void (done = work);
    const its =
      data.play === 'push'
        ? { data: { json: () => JSON.parse(data.message) as unknown } }
        : { action: '', notification: { close: () => (answer.closed = true), data: data.data } };
    scope.dispatchEvent(Object.assign(new Event(data.play), its, { waitUntil }));
    const tell = () => ports[0]?.postMessage(answer);
    // What the worker makes of a push never fails.
    void done.then(tell);
  });
}
