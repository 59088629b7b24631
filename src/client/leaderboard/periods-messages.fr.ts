import { counted, signedPoints, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const periodsMessages = typographic({
  label: 'Période',
  periods: { week: 'Semaine', month: 'Mois', all: 'Toujours' },
  empty: {
    week: 'La semaine est encore toute neuve : la première action ouvre le bal.',
    month: 'Le mois est encore tout neuf : la première action ouvre le bal.',
    all: 'La courbe commence avec la première action.',
  },
  loading: 'Chargement des scores...',
  loadFailed: 'Impossible de charger les scores. Veuillez réessayer.',
  curve: {
    title: 'Points au fil du temps',
    lines: ({ name, points }: { name: string; points: number }) => `${name} : ${signedPoints(points)}`,
    point: ({ name, when, points }: { name: string; when: string; points: number }) => `${name}, ${when} : ${spelledPoints(points)}`,
    showTable: 'Voir en tableau',
    showCurve: 'Voir la courbe',
    date: 'Date',
    first: ({ count }: { count: number }) => `${count} lignes au plus : les premiers du classement, et vous.`,
  },
  favourites: 'Actions préférées',
  times: ({ count }: { count: number }) => `${count} fois`,
  streaks: 'Séries',
  streak: ({ days }: { days: number }) => `🔥 ${counted(days, 'jour')} de suite`,
  biggestDay: 'Le plus grand jour',
  biggest: ({ when, points }: { when: string; points: number }) => `${when} : ${spelledPoints(points)} ensemble`,
  biggestAlone: ({ when, points }: { when: string; points: number }) => `${when} : ${spelledPoints(points)}`,
  giving: 'Qui gagne, qui perd',
  given: ({ gained, lost }: { gained: number; lost: number }) => `${signedPoints(gained)} et ${signedPoints(-lost)}`,
});
