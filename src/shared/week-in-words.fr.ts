import { daysAfter } from './calendar.ts';

const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayAlone = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', timeZone: 'UTC' });

/** 'du 16 au 22 novembre', 'du 30 novembre au 6 décembre'. */
export function weekInWords(monday: string): string {
  const sunday = daysAfter(monday, 6);
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7);
  return `du ${written(monday, isOneMonth ? dayAlone : dayAndMonth)} au ${written(sunday, dayAndMonth)}`;
}

/** `Intl` writes '1 décembre'; French readers expect '1er décembre'. */
function written(day: string, format: Intl.DateTimeFormat): string {
  return format.format(new Date(day)).replace(/^1(?!\d)/, '1er');
}
