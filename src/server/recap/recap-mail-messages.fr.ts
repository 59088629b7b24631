import { daysAfter } from '#shared/calendar';
import { typographic } from '#shared/typography';

const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const count = new Intl.NumberFormat('fr-FR');

/** A day as '2026-11-16', as in 16 novembre or 1er décembre. */
function dateOf(day: string): string {
  return dayAndMonth.format(new Date(day)).replace(/^1(?= )/, '1er');
}

function counted(number: number, noun: string): string {
  return `${count.format(number).replace('-', '\u2212')} ${noun}${Math.abs(number) < 2 ? '' : 's'}`;
}

/** The text of the weekly mail. */
export const recapMailMessages = typographic({
  subject: 'Le récap de la semaine',
  hello: ({ username }: { username: string }) => `Bonjour ${username},`,
  why: ({ week }: { week: string }) => `Voici votre semaine, du ${dateOf(week)} au ${dateOf(daysAfter(week, 6))} :`,
  board: ({ points, actions }: { points: number; actions: number }) => `${counted(points, 'point')} en ${counted(actions, 'action')}`,
  before: ({ actions, before }: { actions: number; before: number }) =>
    actions > before
      ? `${counted(actions - before, 'action')} de plus que la semaine d'avant`
      : `${counted(before, 'action')} la semaine d'avant`,
  open: 'Voir le récap',
  bye: 'Belle semaine, et à tout de suite sur vos tableaux !',
  end: 'Vous recevez ce mail parce que vous avez demandé le récap par mail.',
  stop: 'Ne plus le recevoir',
});
