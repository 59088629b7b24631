import { timeZoneNamed } from '#shared/calendar';

/** The time zone in which this device is, as its browser names it; undefined where the browser names none that is known, as 'Etc/Unknown' or an offset. */
export function ownZone(): string | undefined {
  const { timeZone }: { timeZone?: unknown } = new Intl.DateTimeFormat().resolvedOptions();
  return typeof timeZone === 'string' ? timeZoneNamed(timeZone) : undefined;
}
