import { counted, quoted, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const actionsMessages = typographic({
  search: 'Rechercher une action',
  filter: { label: 'Filtrer les actions', gains: 'Gains', losses: 'Pertes' },
  found: ({ count }: { count: number }) => counted(count, 'action trouvée', 'actions trouvées'),
  nothingFound: 'Aucune action ne correspond. Essayez un autre mot.',
  loading: 'Chargement des actions...',
  loadFailed: 'Impossible de charger les actions. Veuillez réessayer.',
  empty: {
    title: 'Aucune action',
    text: 'Sans action, pas de points : à vous de lancer le jeu.',
    member: "L'administrateur n'a pas encore ajouté d'action.",
  },
  add: 'Ajouter une action',
});

/** The dialog that logs one action of the open board. */
export const confirmActionMessages = typographic({
  title: "Confirmer l'action",
  gain: 'Un geste de plus, et les points sont à vous.',
  loss: 'Faute avouée, à moitié pardonnée.',
  points: ({ points }: { points: number }) => spelledPoints(points),
  cancel: 'Annuler',
  confirm: 'Confirmer',
});

/** The dialog that adds actions to a board, and the administrator's own ones. */
export const editActionsMessages = typographic({
  title: 'Ajouter une action',
  catalogue: 'Catalogue',
  own: 'Écrire une action',
  onBoard: 'Déjà sur le tableau',
  chosen: ({ count }: { count: number }) => counted(count, 'action choisie', 'actions choisies'),
  submit: 'Ajouter au tableau',
  submitting: 'Ajout au tableau...',
  added: ({ count }: { count: number }) => counted(count, 'action ajoutée', 'actions ajoutées'),
  addFailed: "Rien n'a été ajouté. Veuillez réessayer.",
  name: "Nom de l'action",
  nameExample: 'Petit-déj au lit',
  points: 'Points',
  sign: 'Gain ou perte',
  gain: 'Gain',
  loss: 'Perte',
  category: 'Catégorie',
  categoryHint: 'Facultative, elle aide à retrouver une action.',
  emoji: 'Emoji',
  emojiHint: 'Facultatif',
  edit: ({ title }: { title: string }) => `Modifier ${quoted(title)}`,
  editTitle: "Modifier l'action",
  editHint: 'Les points déjà comptés ne changent pas.',
  edited: 'Action modifiée',
  editFailed: "L'action n'a pas été modifiée. Veuillez réessayer.",
  retire: ({ title }: { title: string }) => `Retirer ${quoted(title)}`,
  retireTitle: ({ title }: { title: string }) => `Retirer ${quoted(title)} ?`,
  retireText: "Plus personne ne pourra la choisir. L'historique et les scores restent.",
  retireConfirm: 'Retirer',
  retired: 'Action retirée',
  retireFailed: "L'action n'a pas été retirée. Veuillez réessayer.",
});
