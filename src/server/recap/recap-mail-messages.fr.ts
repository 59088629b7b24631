import { counted } from '#shared/counted.fr';
import { typographic } from '#shared/typography';
import { weekInWords } from '#shared/week-in-words.fr';

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
