import { promisifyRequest } from 'idb-keyval';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { type Drawer, DrawerGone, type Encrypted, type Path, type Vault } from '#client/sync/storage/vault.ts';
import { type Command, type FailedCommand, type Queue, without } from './queue.ts';
import { fromStored, type Stored, toStored } from './stored-command.ts';

/** A command as stored in the browser. What transactions decide on is kept unencrypted beside it. */
interface StoredCommand extends Encrypted {
  /** Sent at least once: the server may have it, even without an answer. */
  sent: boolean;
  /** Ids of activities that were undone before anything was sent. The name is stored. */
  takenBack: readonly string[];
}

/** The person's queue in the browser's own store, where it outlives the tab; shared by all tabs. */
export function createDurableQueue(vault: Vault, userId: string): Queue {
  /** Creates the drawer if needed: a command given before this tab learns of a sign-out elsewhere is kept, too. */
  async function withDrawer<R>(job: (drawer: Drawer) => Promise<R>): Promise<R> {
    try {
      return await job(await vault.drawerOf(userId));
    } catch (error) {
      if (!(error instanceof DrawerGone)) throw error;
      return await job(await vault.drawerOf(userId));
    }
  }

  /** Does nothing without a drawer: after a sign-out none is created again just to remove something. */
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

  function at(kind: 'press' | 'failed', sequence: string): Path {
    return [kind, userId, sequence];
  }

  function keptAt(store: IDBObjectStore, sequence: string): Promise<StoredCommand | undefined> {
    return promisifyRequest<StoredCommand | undefined>(store.get(at('press', sequence)));
  }

  return {
    isDurable: () => true,
    handOver: () => [],
    read: () =>
      ifDrawer(
        async (drawer) => {
          const [kept, failed] = await Promise.all([keptIn(drawer), drawer.all('failed')]);
          const commands = await Promise.all(kept.map(({ name, record }) => decrypted(drawer, name, record)));
          const failures = await Promise.all(failed.map(({ name, record }) => failedAt(drawer, name, record)));
          return {
            commands: commands.filter((command) => command !== undefined),
            failed: failures.filter((failure) => failure !== undefined),
          };
        },
        { commands: [], failed: [] },
      ),
    add: (command, sent = false) =>
      withDrawer(async (drawer) => {
        const kept = await encrypted(drawer, command, sent);
        await drawer.change((store) => void store.put(kept, at('press', command.sequence)));
      }),
    undo: (undo, logSequence) =>
      withDrawer(async (drawer) => {
        const kept = await encrypted(drawer, undo, false);
        const ids = undo.items.map(({ id }) => id);
        const log = logSequence === null ? undefined : (await keptIn(drawer)).find(({ name }) => name === logSequence);
        const whole = log && (await wholeOf(drawer, log.name, log.record));
        // Noted before the command is dropped, so that no tab sends it from a stale copy.
        if (whole) lastWords.add('undone', whole.sequence);
        return await drawer.change(async (store) => {
          const now = whole && (await keptAt(store, whole.sequence));
          if (!now || now.sent || lastWords.has('sent', whole.sequence)) {
            store.put(kept, at('press', undo.sequence));
            // The log was sent, so its undo is queued behind it. A missing log may have been dropped in another tab, which stays noted.
            if (now) lastWords.remove('undone', whole.sequence);
            return false;
          }
          const takenBack = [...now.takenBack, ...ids];
          if (without(whole, takenBack).items.length > 0) store.put({ ...now, takenBack }, at('press', whole.sequence));
          else store.delete(at('press', whole.sequence));
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
          const command = kept && (await decrypted(drawer, name, kept));
          if (command) return command;
        }
        return null;
      }, null),
    async remove(sequence) {
      await ifDrawer((drawer) => drawer.change((store) => void store.delete(at('press', sequence))), undefined);
      lastWords.remove('sent', sequence);
    },
    async fail(sequence, failed, others) {
      await ifDrawer(async (drawer) => {
        const kept = failed && (await drawer.encrypt('failed', sequence, toStored(failed)));
        await drawer.change((store) => {
          for (const gone of [sequence, ...others]) store.delete(at('press', gone));
          if (kept) store.put(kept, at('failed', sequence));
        });
      }, undefined);
      lastWords.remove('sent', sequence);
    },
    retry: (sequence) =>
      ifDrawer(async (drawer) => {
        const failed = (await drawer.all('failed')).find(({ name }) => name === sequence);
        const command = failed && (await failedAt(drawer, sequence, failed.record));
        if (!command) return;
        const kept = await encrypted(drawer, { sequence, items: command.items }, true);
        await drawer.change((store) => {
          store.delete(at('failed', sequence));
          store.put(kept, at('press', sequence));
        });
      }, undefined),
    dismiss: (sequence) => ifDrawer((drawer) => drawer.change((store) => void store.delete(at('failed', sequence))), undefined),
  };
}

async function encrypted(drawer: Drawer, command: Command, sent: boolean): Promise<StoredCommand> {
  return { ...(await drawer.encrypt('press', command.sequence, toStored(command))), sent, takenBack: [] };
}

async function keptIn(drawer: Drawer): Promise<{ name: string; record: StoredCommand }[]> {
  return (await drawer.all('press')) as { name: string; record: StoredCommand }[];
}

async function decrypted(drawer: Drawer, sequence: string, stored: StoredCommand): Promise<Command | undefined> {
  const whole = await wholeOf(drawer, sequence, stored);
  return whole && without(whole, stored.takenBack);
}

async function wholeOf(drawer: Drawer, sequence: string, stored: Encrypted): Promise<Command | undefined> {
  const command = await drawer.decrypt<Stored<Command>>('press', sequence, stored);
  return command && fromStored(command);
}

async function failedAt(drawer: Drawer, sequence: string, stored: Encrypted): Promise<FailedCommand | undefined> {
  const failed = await drawer.decrypt<Stored<FailedCommand>>('failed', sequence, stored);
  return failed && fromStored(failed);
}
