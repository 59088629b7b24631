import { counted, fullDay, signedPoints, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const periodsMessages = typographic({
  label: 'Période',
  title: 'Classement',
  periods: { week: 'Semaine', month: 'Mois', all: 'Toujours' },
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
  biggest: ({ points }: { points: number }) => spelledPoints(points),
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
  return fullDay(new Date(`${day}T12:00`).getTime());
}
