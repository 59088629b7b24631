import { counted, fullDay, signedPoints, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const noonOf = (day: string) => new Date(`${day}T12:00`);
const inShort = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' });
const inFull = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long' });

interface Days {
  startsOn: string;
  lastDay: string;
}

export const periodsMessages = typographic({
  label: 'Période',
  title: 'Classement',
  /** Of accomplices. */
  ensemble: 'Ensemble',
  sums: { week: 'Cette semaine', month: 'Ce mois-ci', all: 'Depuis le début' },
  weekBefore: ({ points }: { points: number }) => `La semaine d'avant : ${spelledPoints(points)}`,
  periods: { week: 'Semaine', month: 'Mois', all: 'Toujours' },
  /** What runs is called by its stake, else by its days: '23–29 nov.', and whole for the ear. */
  gameDays: ({ startsOn, lastDay }: Days) => inShort.formatRange(noonOf(startsOn), noonOf(lastDay)),
  gameDaysInFull: ({ startsOn, lastDay }: Days) => inFull.formatRange(noonOf(startsOn), noonOf(lastDay)),
  /** Below one's own part of a common goal. */
  ownPart: 'On gagne ensemble : ici, votre part.',
  unplayed: 'pas encore en jeu',
  joinedLate: 'en jeu depuis peu',
  unranked: 'Sans rang',
  empty: {
    week: 'La semaine est encore toute neuve : la première action ouvre le bal.',
    month: 'Le mois est encore tout neuf : la première action ouvre le bal.',
    all: 'La courbe commence avec la première action.',
  },
  loading: 'Chargement des scores…',
  loadFailed: 'Impossible de charger les scores. Veuillez réessayer.',
  storyFailed: 'Impossible de charger la courbe et les records. Veuillez réessayer.',
  curve: {
    title: 'Points au fil du temps',
    point: ({ name, when, points }: { name: string; when: string; points: number }) => `${name}, ${when} : ${spelledPoints(points)}`,
    showTable: 'Voir les chiffres',
    showCurve: 'Voir la courbe',
    since: ({ when }: { when: string }) => `Depuis le ${when}`,
    date: 'Date',
    today: "aujourd'hui",
    first: ({ count }: { count: number }) => `${counted(count, 'courbe')} au plus : la tête du classement, et vous.`,
  },
  favourites: 'Actions préférées',
  times: ({ count }: { count: number }) => counted(count, 'fois', 'fois'),
  streaks: 'Séries',
  streak: ({ days }: { days: number }) => `🔥 ${counted(days, 'jour')} de suite`,
  biggestDay: 'Le plus beau jour',
  /** So large that it must break. */
  biggest: ({ points }: { points: number }) => spelledPoints(points).replace('\u00A0', ' '),
  together: ({ when, count }: { when: string; count: number }) => {
    if (count < 2) return when;
    return count === 2 ? `${when}, à vous deux` : `${when}, ensemble`;
  },
  giving: 'Beaux gestes et petits travers',
  gained: ({ points }: { points: number }) => signedPoints(points),
  lost: ({ points }: { points: number }) => signedPoints(-points),
});

/** A day as boards count them, as in 2026-11-21. */
export function dayInWords(day: string): string {
  return fullDay(noonOf(day).getTime());
}
