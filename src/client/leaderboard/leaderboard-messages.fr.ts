import { counted, ranked, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long' });
const weekdayLetter = new Intl.DateTimeFormat('fr-FR', { weekday: 'narrow' });
const noonOf = (day: string) => new Date(`${day}T12:00`);

/** So large that the number and its unit may part. */
const largePoints = (count: number) => counted(count, 'point').replace('\u00A0p', ' p');

export const scoresMessages = typographic({
  ranking: 'Classement',
  leads: ({ name, count }: { name: string; count: number }) => `${name} mène de ${largePoints(count)}`,
  youLead: ({ count }: { count: number }) => `Vous menez de ${largePoints(count)}`,
  tie: 'Égalité parfaite',
  you: 'Vous',
  rank: ({ rank }: { rank: number }) => `${ranked(rank)} place`,
  standings: 'Qui mène ?',
  standing: ({ rank, shared, count }: { rank: number; shared: boolean; count: number }) =>
    `${ranked(rank)} sur ${count}${shared ? ', à égalité' : ''}`,
  week: {
    title: 'Votre semaine',
    /** For the ear: what the bars show. */
    days: ({ week }: { week: readonly { day: string; points: number; isToday: boolean }[] }) =>
      week
        .map(({ day, points, isToday }) => `${isToday ? "aujourd'hui" : weekday.format(noonOf(day))} ${spelledPoints(points)}`)
        .join(', '),
    letter: ({ day }: { day: string }) => weekdayLetter.format(noonOf(day)),
  },
  badges: { gold: 'Or', silver: 'Argent', bronze: 'Bronze' },
  takesTheLead: ({ name }: { name: string }) => `${name} prend la tête !`,
  youTakeTheLead: 'Vous prenez la tête !',
  /** After what was logged. */
  andYouLead: 'vous prenez la tête',
  alone: {
    text: 'Un classement à une seule personne : on gagne à tous les coups.',
    together: 'Des complices, il en faut au moins deux.',
    action: "Inviter quelqu'un",
  },
  unplayed: { text: 'Tout le monde part de zéro.\nQui marque les premiers points ?', action: 'Choisir une action' },
});
