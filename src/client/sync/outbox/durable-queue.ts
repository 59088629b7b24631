import { promisifyRequest } from 'idb-keyval';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { type Drawer, DrawerGone, type Path, type Sealed, type Vault } from '#client/sync/storage/vault.ts';
import { type FailedPress, type Press, type Queue, without } from './queue.ts';

/** A press as it lies in the browser. What a transaction must decide on stands beside what is sealed. */
interface KeptPress extends Sealed {
  /** Sent once at least: the server may have it, whatever was heard of it. */
  sent: boolean;
  /** Ids of activities that were taken back before anything was sent. */
  takenBack: readonly string[];
}

/** The person's queue in the browser's own store, where it outlives the tab; shared by all tabs. */
export function lastingQueue(vault: Vault, userId: string): Queue {
  /** What a person does after a sign-out in another tab, before this one hears of it, is kept like anything else. */
  async function withDrawer<R>(job: (drawer: Drawer) => Promise<R>): Promise<R> {
    try {
      return await job(await vault.drawerOf(userId));
    } catch (error) {
      if (!(error instanceof DrawerGone)) throw error;
      return await job(await vault.drawerOf(userId));
    }
  }

  /** Where nothing is left there is nothing to do: after a sign-out no drawer is made anew for it. */
  async function ifDrawer<R>(job: (drawer: Drawer) => Promise<R>, otherwise: R): Promise<R> {
    const drawer = await vault.drawerIfAny(userId);
    if (!drawer) return otherwise;
    try {
      return await job(drawer);
    } catch (error) {
      if (error instanceof DrawerGone) return otherwise;
      throw error;
    }
  }

  function at(kind: 'press' | 'failed', place: string): Path {
    return [kind, userId, place];
  }

  function keptAt(store: IDBObjectStore, place: string): Promise<KeptPress | undefined> {
    return promisifyRequest<KeptPress | undefined>(store.get(at('press', place)));
  }

  return {
    keeps: () => true,
    handOver: () => [],
    read: () =>
      ifDrawer(
        async (drawer) => {
          const [kept, failed] = await Promise.all([keptIn(drawer), drawer.all('failed')]);
          const presses = await Promise.all(kept.map(({ name, record }) => opened(drawer, name, record)));
          const failures = await Promise.all(failed.map(({ name, record }) => drawer.open<FailedPress>('failed', name, record)));
          return {
            presses: presses.filter((press) => press !== undefined),
            failed: failures.filter((failure) => failure !== undefined),
          };
        },
        { presses: [], failed: [] },
      ),
    add: (press, sent = false) =>
      withDrawer(async (drawer) => {
        const kept = await sealed(drawer, press, sent);
        await drawer.change((store) => void store.put(kept, at('press', press.place)));
      }),
    takeBack: (undo, logPlace) =>
      withDrawer(async (drawer) => {
        const kept = await sealed(drawer, undo, false);
        const ids = undo.items.map(({ id }) => id);
        const log = logPlace === null ? undefined : (await keptIn(drawer)).find(({ name }) => name === logPlace);
        const whole = log && (await drawer.open<Press>('press', log.name, log.record));
        // Before it vanishes, so that no tab can send it any more from what it knows.
        if (whole) lastWords.add('undone', whole.place);
        return await drawer.change(async (store) => {
          const now = whole && (await keptAt(store, whole.place));
          if (!now || now.sent || lastWords.has('sent', whole.place)) {
            store.put(kept, at('press', undo.place));
            return false;
          }
          const takenBack = [...now.takenBack, ...ids];
          if (without(whole, takenBack).items.length > 0) store.put({ ...now, takenBack }, at('press', whole.place));
          else store.delete(at('press', whole.place));
          return true;
        });
      }),
    next: () =>
      ifDrawer(async (drawer) => {
        for (const { name } of await keptIn(drawer)) {
          const kept = await drawer.change(async (store) => {
            const now = await keptAt(store, name);
            if (now && !now.sent) store.put({ ...now, sent: true }, at('press', name));
            return now;
          });
          const press = kept && (await opened(drawer, name, kept));
          if (press) return press;
        }
        return null;
      }, null),
    async remove(place) {
      await ifDrawer((drawer) => drawer.change((store) => void store.delete(at('press', place))), undefined);
      lastWords.remove('sent', place);
    },
    async fail(place, failed, others) {
      await ifDrawer(async (drawer) => {
        const kept = failed && (await drawer.seal('failed', place, failed));
        await drawer.change((store) => {
          for (const gone of [place, ...others]) store.delete(at('press', gone));
          if (kept) store.put(kept, at('failed', place));
        });
      }, undefined);
      lastWords.remove('sent', place);
    },
    retry: (place) =>
      ifDrawer(async (drawer) => {
        const failed = (await drawer.all('failed')).find(({ name }) => name === place);
        const press = failed && (await drawer.open<FailedPress>('failed', place, failed.record));
        if (!press) return;
        const kept = await sealed(drawer, { place, items: press.items }, true);
        await drawer.change((store) => {
          store.delete(at('failed', place));
          store.put(kept, at('press', place));
        });
      }, undefined),
    dismiss: (place) => ifDrawer((drawer) => drawer.change((store) => void store.delete(at('failed', place))), undefined),
  };
}

async function sealed(drawer: Drawer, press: Press, sent: boolean): Promise<KeptPress> {
  return { ...(await drawer.seal('press', press.place, press)), sent, takenBack: [] };
}

async function keptIn(drawer: Drawer): Promise<{ name: string; record: KeptPress }[]> {
  return (await drawer.all('press')) as { name: string; record: KeptPress }[];
}

async function opened(drawer: Drawer, place: string, { takenBack, ...press }: KeptPress): Promise<Press | undefined> {
  const whole = await drawer.open<Press>('press', place, press);
  return whole && without(whole, takenBack);
}
