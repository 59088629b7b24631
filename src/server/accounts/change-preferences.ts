import type { Account, ChangePreferences } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { findAccount } from './accounts.ts';
import { savePreferences } from './preference-store.ts';

/** Saves what a person decides about their privacy; all their open screens are told, and it applies from then on (decision D8). */
export async function changePreferences(deps: Deps, id: UserId, change: ChangePreferences): Promise<Account> {
  const { database } = deps;
  const { dataCollection, onlineStatus, essentialCookies, analytics, screenshotProtection } = change;
  await database.unitOfWork(async (work) => {
    const found = await savePreferences(work.db, id, {
      ...(dataCollection === undefined ? {} : { data_collection: Number(dataCollection) }),
      ...(onlineStatus === undefined ? {} : { online_status: Number(onlineStatus) }),
      ...(essentialCookies === undefined ? {} : { essential_cookies: Number(essentialCookies) }),
      ...(analytics === undefined ? {} : { analytics: Number(analytics) }),
      ...(screenshotProtection === undefined ? {} : { screenshot_protection: Number(screenshotProtection) }),
    });
    if (!found) throw refuse('no_user_logged_in');
    work.record({ type: 'preferences_changed', userId: id, onlineStatus });
  });
  const user = await findAccount(database.read, id);
  if (!user) throw refuse('no_user_logged_in');
  return user;
}
