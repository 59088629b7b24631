import type { Selectable } from 'kysely';
import type { Preferences } from '#shared/accounts';
import type { Tables } from '../database/tables.ts';

export const preferenceColumns = ['data_collection', 'analytics', 'online_status', 'essential_cookies', 'screenshot_protection'] as const;

/** A person's decisions. Until they have answered, they are not counted (decision D8). */
export function preferencesOf(row: Pick<Selectable<Tables['user']>, (typeof preferenceColumns)[number]>): Preferences {
  return {
    dataCollection: row.data_collection === 1,
    onlineStatus: row.online_status === 1,
    essentialCookies: row.essential_cookies === 1,
    analytics: row.analytics === 1,
    screenshotProtection: row.screenshot_protection === 1,
    consentAsked: row.data_collection !== null && row.analytics !== null,
  };
}
