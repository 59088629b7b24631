import { type CountName, functionCounts, unexpectedCounts, visitCounts } from '#shared/counts';
import type { UserId } from '#shared/ids';
import { findUser } from '../accounts/account-store.ts';
import { preferencesOf } from '../accounts/preferences.ts';
import type { Database } from '../database/database.ts';
import type { Limit } from '../limits/limit.ts';
import { type Limits, spendPart } from '../limits/limits.ts';
import { refuseFor } from '../errors/refusal.ts';
import { addToDays } from './count-store.ts';

/** Sums by day and for everybody together: whom they are of is told to nobody, this included (decision D8). */
export interface Counts {
  add(name: CountName, count: number): void;
  /** Writes what was added. What cannot be written is tried again with what comes. */
  save(): Promise<void>;
}

/** In milliseconds: a visit is not worth a write of its own. */
const savedEvery = 30_000;

export function createCounts(database: Database): Counts {
  let pending = new Map<string, { day: string; name: CountName; count: number }>();
  let saving: NodeJS.Timeout | undefined;
  let saved = Promise.resolve();

  function add(name: CountName, count: number, day = dayOf(Date.now())): void {
    const key = `${day} ${name}`;
    pending.set(key, { day, name, count: (pending.get(key)?.count ?? 0) + count });
    saving ??= setTimeout(() => void save(), savedEvery).unref();
  }

  // Sequential, so that waiting for the last one waits for all.
  function save(): Promise<void> {
    saved = saved.then(savePending);
    return saved;
  }

  async function savePending(): Promise<void> {
    clearTimeout(saving);
    saving = undefined;
    const rows = [...pending.values()];
    pending = new Map();
    if (rows.length === 0) return;
    try {
      await database.unitOfWork(({ db }) => addToDays(db, rows));
    } catch {
      // The log says why at the first request that fails.
      for (const { day, name, count } of rows) add(name, count, day);
    }
  }

  return { add, save };
}

/** The day in UTC, as in 2026-11-21. `at` in milliseconds since 1970. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** What a visitor can do or meet: the other screens and all functions need an account, whose preferences decide. */
const openToVisitors: readonly CountName[] = ['visit', 'screen_landing', ...unexpectedCounts];

/**
 * Adds what the person allows and what the address may still add. The rest is dropped without an error, since a count is not worth a second call.
 * `address` is where the call came from, for the limits alone.
 */
export async function countAllowed(
  { counts, database, limits }: { counts: Counts; database: Database; limits: Limits },
  userId: UserId | undefined,
  sent: readonly { name: CountName; count: number }[],
  address: string,
): Promise<void> {
  if (!(await limits.counts.spend(address))) throw refuseFor('too_many_requests', await limits.counts.wait(address));
  const allowed = new Set(userId === undefined ? openToVisitors : await allowedBy(database, userId));
  for (const { name, count: times } of sent) {
    const added = allowed.has(name) ? await spendPart(limitOf(name, limits), address, times) : 0;
    if (added > 0) counts.add(name, added);
  }
}

function limitOf(name: CountName, { countedErrors, countedFunctions, countedVisits }: Limits): Limit {
  if (isOneOf(unexpectedCounts, name)) return countedErrors;
  return isOneOf(functionCounts, name) ? countedFunctions : countedVisits;
}

function isOneOf(names: readonly CountName[], name: CountName): boolean {
  return names.includes(name);
}

async function allowedBy({ read }: Database, userId: UserId): Promise<CountName[]> {
  const user = await findUser(read, userId);
  if (!user) return [];
  const { analytics, dataCollection } = preferencesOf(user);
  return [...(analytics ? visitCounts : []), ...(dataCollection ? [...functionCounts, ...unexpectedCounts] : [])];
}
