import { promisifyRequest } from 'idb-keyval';
import type { UserId } from '#shared/ids';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { isKnown } from '#client/sync/commands/sending.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { allIn, type Drawer, DrawerGone, type Encrypted, type Label, type Path, type Vault } from '#client/sync/storage/vault.ts';
import { type Command, type FailedCommand, type Queue, type QueueContent, without } from './queue.ts';

interface StoredRecord extends Encrypted {
  /** Encrypted so that the first version of the app leaves it alone. */
  isLater?: boolean;
}

/** A command as stored in the browser. What transactions decide on is kept unencrypted beside it. */
interface StoredCommand extends StoredRecord {
  /** Sent at least once: the server may have it, even without an answer. */
  sent: boolean;
  /** Ids of items that were made void before anything was sent. The name is stored. */
  takenBack: readonly string[];
}

const nothing: QueueContent = { commands: [], failed: [], unknown: 0 };

/**
 * The person's queue in the browser's own store, where it outlives the tab; shared by all tabs. Each call is one transaction, which also
 * reads what the queue holds by then; the key is read once, and again only when it was replaced.
 */
export function createDurableQueue(vault: Vault, userId: UserId): Queue {
  let drawer: Drawer | null = null;
  let latest = nothing;
  /** The stored commands of `latest`. */
  let records: ReadonlyMap<string, StoredCommand> = new Map();

  /** Creates the drawer if needed: a command given before this tab learns of a sign-out elsewhere is kept, too. */
  const withDrawer = <R>(job: (drawer: Drawer) => Promise<R>) => inDrawer(() => vault.drawerOf(userId), job) as Promise<R>;

  /** Does nothing without a drawer: after a sign-out none is created again just to remove something. */
  const ifDrawer = <R>(job: (drawer: Drawer) => Promise<R>) => inDrawer(() => vault.drawerIfAny(userId), job);

  async function inDrawer<R>(openDrawer: () => Promise<Drawer | null>, job: (drawer: Drawer) => Promise<R>): Promise<R | undefined> {
    for (;;) {
      drawer ??= await openDrawer();
      if (!drawer) {
        latest = nothing;
        return undefined;
      }
      try {
        return await job(drawer);
      } catch (error) {
        if (!(error instanceof DrawerGone)) throw error;
        drawer = null;
      }
    }
  }

  /** Runs the job in one transaction, with the look at what it leaves. */
  async function transact<R>(inside: Drawer, mode: IDBTransactionMode, job: (store: IDBObjectStore) => R | Promise<R>): Promise<R> {
    const [result, waiting, failed] = await inside.change(async (store) => {
      const done = await job(store);
      const [commands, failures] = await Promise.all([allIn(store, 'press', userId), allIn(store, 'failed', userId)]);
      return [done, commands as { name: string; record: StoredCommand }[], failures] as const;
    }, mode);
    const [commands, failures] = await Promise.all([
      Promise.all(waiting.map((one) => opened<Command>(inside, 'press', one))),
      Promise.all(failed.map((one) => opened<FailedCommand>(inside, 'failed', one))),
    ]);
    records = new Map(waiting.map(({ name, record }) => [name, record]));
    latest = {
      commands: commands.flatMap((command) => (command ? without(command, records.get(command.sequence)?.takenBack ?? []) : [])),
      failed: failures.flatMap((failure) => failure ?? []),
      unknown: commands.filter((command) => command === null).length,
    };
    return result;
  }

  const look = (inside: Drawer) => transact(inside, 'readonly', () => undefined);

  /** Null when it is of another version of the app; undefined when it can't be decrypted. */
  async function opened<C extends Command>(
    inside: Drawer,
    kind: 'press' | 'failed',
    { name, record }: { name: string; record: StoredRecord },
  ): Promise<C | null | undefined> {
    const stored = await inside.decrypt<Stored<C>>(labelOf(kind, record), name, record);
    return stored && (Array.isArray(stored.items) && stored.items.every(isKnown) ? fromStored(stored) : null);
  }

  async function sealed(inside: Drawer, command: Command, sent: boolean): Promise<StoredCommand> {
    return { ...(await encrypted(inside, 'press', command)), sent, takenBack: [] };
  }

  async function encrypted(inside: Drawer, kind: 'press' | 'failed', command: Command): Promise<StoredRecord> {
    const mark = isLater(command) ? { isLater: true } : {};
    return { ...(await inside.encrypt(labelOf(kind, mark), command.sequence, toStored(command))), ...mark };
  }

  const at = (kind: 'press' | 'failed', sequence: string): Path => [kind, userId, sequence];

  function markSent(store: IDBObjectStore, sequence: string): Promise<void> {
    return promisifyRequest<StoredCommand | undefined>(store.get(at('press', sequence))).then((now) => {
      if (now && !now.sent) store.put({ ...now, sent: true }, at('press', sequence));
    });
  }

  return {
    isDurable: () => true,
    handOver: () => [],
    latest: () => latest,
    read: async () => {
      await ifDrawer(look);
      return latest;
    },
    add: (command, { sent = false, earlier } = {}) =>
      withDrawer(async (inside) => {
        const record = await sealed(inside, command, sent);
        const put = (store: IDBObjectStore) => void store.put(record, at('press', command.sequence));
        if (earlier && !records.has(earlier.sequence)) await look(inside);
        const before = earlier && latest.commands.find(({ sequence }) => sequence === earlier.sequence);
        if (!before) return await transact(inside, 'readwrite', (store) => (put(store), false));
        // Noted before the command is dropped, so that no tab sends it from a stale copy.
        lastWords.add('undone', before.sequence);
        return await transact(inside, 'readwrite', async (store) => {
          const now = await promisifyRequest<StoredCommand | undefined>(store.get(at('press', before.sequence)));
          if (!now || now.sent || lastWords.has('sent', before.sequence)) {
            put(store);
            // It was sent, so what follows is queued behind it. A missing one may have been dropped in another tab, which stays noted.
            if (now) lastWords.remove('undone', before.sequence);
            return false;
          }
          const takenBack = [...now.takenBack, ...earlier.ids];
          if (without(before, takenBack).items.length > 0) store.put({ ...now, takenBack }, at('press', before.sequence));
          else store.delete(at('press', before.sequence));
          if (!earlier.both) put(store);
          return earlier.both;
        });
      }),
    next: async (isCurrent = false) =>
      (await ifDrawer(async (inside) => {
        if (!isCurrent) await look(inside);
        for (;;) {
          const [first] = latest.commands;
          if (!first || records.get(first.sequence)?.sent) return first ?? null;
          await transact(inside, 'readwrite', (store) => markSent(store, first.sequence));
        }
      })) ?? null,
    async remove(sequence) {
      await ifDrawer((inside) =>
        transact(inside, 'readwrite', async (store) => {
          store.delete(at('press', sequence));
          // It is sent next, after no further transaction.
          const next = latest.commands.find((command) => command.sequence !== sequence);
          if (next) await markSent(store, next.sequence);
        }),
      );
      lastWords.remove('sent', sequence);
    },
    async fail(sequence, failed, others) {
      await ifDrawer(async (inside) => {
        const record = failed && (await encrypted(inside, 'failed', failed));
        await transact(inside, 'readwrite', (store) => {
          for (const gone of [sequence, ...others]) store.delete(at('press', gone));
          if (record) store.put(record, at('failed', sequence));
        });
      });
      lastWords.remove('sent', sequence);
    },
    async retry(sequence) {
      await ifDrawer(async (inside) => {
        await look(inside);
        const failed = latest.failed.find((one) => one.sequence === sequence);
        if (!failed) return;
        const record = await sealed(inside, { sequence, items: failed.items }, true);
        await transact(inside, 'readwrite', (store) => {
          store.delete(at('failed', sequence));
          store.put(record, at('press', sequence));
        });
      });
    },
    async dismiss(sequence) {
      await ifDrawer((inside) => transact(inside, 'readwrite', (store) => void store.delete(at('failed', sequence))));
    },
  };
}

type StoredItem = PendingItem extends infer Item
  ? Item extends PendingItem
    ? Omit<Item, 'confirmedRevision'> & { landedAt: number | null }
    : never
  : never;

/**
 * A command under the names that earlier versions of the app stored it by, and that tabs still running those versions use: renaming
 * them would lose queues at an update.
 */
type Stored<C extends Command> = Omit<C, 'sequence' | 'items'> & { place: string; items: readonly StoredItem[] };

/**
 * The first version sends whatever is no undo as a log. What it does not know is encrypted under another label: it cannot open that, and
 * leaves it alone. Such a record is marked.
 */
const firstKinds: ReadonlySet<string> = new Set(['log', 'undo'] satisfies PendingItem['kind'][]);
const laterLabels = { press: 'command', failed: 'failed command' } as const satisfies Record<string, Label>;

function labelOf(kind: 'press' | 'failed', record: { isLater?: boolean }): Label {
  return record.isLater ? laterLabels[kind] : kind;
}

function isLater({ items }: Command): boolean {
  return items.some(({ kind }) => !firstKinds.has(kind));
}

function toStored<C extends Command>({ sequence, items, ...rest }: C): Stored<C> {
  return { ...rest, place: sequence, items: items.map(({ confirmedRevision, ...item }) => ({ ...item, landedAt: confirmedRevision })) };
}

function fromStored<C extends Command>({ place, items, ...rest }: Stored<C>): C {
  return {
    ...rest,
    sequence: place,
    items: items.map(({ landedAt, ...item }) => ({ ...item, confirmedRevision: landedAt })),
  } as unknown as C;
}
