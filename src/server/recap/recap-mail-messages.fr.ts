import { daysAfter } from '#shared/calendar';
import { typographic } from '#shared/typography';

const dayAlone = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const count = new Intl.NumberFormat('fr-FR');

/** A day as '2026-11-16', as in 16 novembre or 1er décembre. */
function dateOf(day: string, format = dayAndMonth): string {
  return format.format(new Date(day)).replace(/^1(?!\d)/, '1er');
}

/** 'du 16 au 22 novembre', 'du 30 novembre au 6 décembre'. */
function weekInWords(week: string): string {
  const last = daysAfter(week, 6);
  return `du ${dateOf(week, week.slice(0, 7) === last.slice(0, 7) ? dayAlone : dayAndMonth)} au ${dateOf(last)}`;
}

function counted(number: number, noun: string): string {
  return `${count.format(number)} ${noun}${Math.abs(number) < 2 ? '' : 's'}`;
}

/** The text of the weekly mail. */
export const recapMailMessages = typographic({
  subject: 'Le récap de la semaine',
  hello: ({ username }: { username: string }) => `Bonjour ${username},`,
  why: ({ week }: { week: string }) => `Voici votre semaine, ${weekInWords(week)} :`,
  /** Points that are no reason to cheer are left to the board. */
  board: ({ points, actions }: { points: number; actions: number }) =>
    points > 0 ? `${counted(points, 'point')} en ${counted(actions, 'action')}` : `${counted(actions, 'action')} au compteur`,
  before: ({ actions, before }: { actions: number; before: number }) =>
    actions > before
      ? `${counted(actions - before, 'action')} de plus que la semaine d'avant`
      : actions === before
        ? "Pile autant que la semaine d'avant"
        : `${counted(before, 'action')} la semaine d'avant`,
  open: 'Voir le récap',
  bye: 'Belle semaine, et à tout de suite sur vos tableaux !',
  end: 'Vous recevez ce mail parce que vous avez demandé le récap par mail.',
  stop: 'Ne plus le recevoir',
});
