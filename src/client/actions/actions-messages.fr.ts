import { counted, signedPoints, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const actionsMessages = typographic({
  search: 'Rechercher une action',
  /** Where there is little room. */
  searchShort: 'Chercher',
  filter: { label: 'Filtrer les actions', gains: 'Gains', losses: 'Pertes' },
  found: ({ count }: { count: number }) => counted(count, 'action trouvée', 'actions trouvées'),
  nothingFound: 'Aucune action ne correspond. Essayez un autre mot.',
  loading: 'Chargement des actions…',
  loadFailed: 'Impossible de charger les actions. Veuillez réessayer.',
  empty: {
    title: 'Aucune action',
    text: 'Sans action, pas de points : à vous de lancer le jeu.',
    member: "L'admin n'a pas encore ajouté d'action.",
  },
  add: 'Ajouter une action',
  propose: 'Proposer une action',
  manage: 'Gérer les actions',
  /** The heading of the favourites, the first tiles. */
  favourites: 'Mes favorites',
  others: 'Les autres actions',
});

/** The dialog that logs one action of the open board. */
export const confirmActionMessages = typographic({
  title: { gain: 'On le note ?', loss: 'On avoue ?' },
  gain: 'Un geste de plus, et les points sont à vous.',
  loss: 'Faute avouée, à moitié pardonnée.',
  points: ({ points }: { points: number }) => spelledPoints(points),
  edited: "Cette action vient d'être modifiée.",
  reread: "Elle a changé pendant que vous la lisiez. Rien n'est noté : confirmez pour noter la nouvelle.",
  gone: "Cette action n'existe plus.",
  cancel: 'Annuler',
  confirm: ({ points }: { points: number }) => `${points < 0 ? 'Avouer' : 'Noter'} ${signedPoints(points)}`,
});
