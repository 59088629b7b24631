import { refusals } from '#shared/refusals';
import { counted, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The dialog of the round plus button: one action, one or more boards. */
export const addActionMessages = typographic({
  title: 'Noter une action',
  search: 'Rechercher une action',
  suggestions: 'Quelques idées',
  results: 'Résultats',
  nothingFound: 'Aucune action ne correspond. Essayez un autre mot.',
  boards: 'Sur quels tableaux ?',
  actionMissing: "N'a pas cette action",
  goneFrom: ({ board }: { board: string }) => `Cette action n'existe plus sur ${board}.`,
  actionRequired: 'Choisissez une action',
  boardsRequired: refusals.boards_required[1],
  ready: ({ points, count }: { points: number; count: number }) => `${spelledPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}`,
  submit: 'Noter',
  withoutBoard: "D'abord un tableau, ensuite les points.",
  createBoard: 'Créer un tableau',
  loading: 'Chargement des actions…',
  loadFailed: 'Impossible de charger les actions. Veuillez réessayer.',
});
