import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { actionsMessages } from './actions-messages.fr.ts';

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
  fewer: 'Un point de moins',
  more: 'Un point de plus',
  presets: 'Valeurs courantes',
  category: 'Catégorie',
  categoryHint: 'Facultative, elle aide à retrouver une action.',
  emoji: 'Emoji',
  emojiHint: 'Facultatif',
  edit: ({ title }: { title: string }) => `Modifier ${quoted(title)}`,
  editTitle: "Modifier l'action",
  back: 'Retour aux actions',
  editHint: 'Les points déjà comptés ne changent pas.',
  edited: 'Action modifiée',
  editFailed: "L'action n'a pas été modifiée. Veuillez réessayer.",
  retire: ({ title }: { title: string }) => `Retirer ${quoted(title)}`,
  retired: 'Action retirée',
  retireFailed: "L'action n'a pas été retirée. Veuillez réessayer.",
});

/** The dialog in which the administrator edits, orders and retires what is on the board. */
export const manageActionsMessages = typographic({
  title: actionsMessages.manage,
  inUse: 'Sur le tableau',
  order: "L'ordre est le même pour tout le monde.",
  empty: 'Aucune action en jeu.',
  up: ({ title }: { title: string }) => `Monter ${quoted(title)}`,
  down: ({ title }: { title: string }) => `Descendre ${quoted(title)}`,
  moved: ({ title, place, count }: { title: string; place: number; count: number }) => `${quoted(title)} : place ${place} sur ${count}`,
  orderFailed: "L'ordre n'a pas été changé. Veuillez réessayer.",
  retired: 'Actions retirées',
  retiredHint: "Plus personne ne peut les choisir. L'historique et les scores restent.",
  retiredLoading: 'Chargement des actions retirées...',
  retiredFailed: 'Impossible de charger les actions retirées. Veuillez réessayer.',
  bringBack: ({ title }: { title: string }) => `Remettre ${quoted(title)}`,
  bringBackShort: 'Remettre',
  broughtBack: 'Action remise sur le tableau',
  bringBackFailed: "L'action n'a pas été remise. Veuillez réessayer.",
});
