import { refusals } from '#shared/refusals';
import { counted, listed } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The form of a new board. Apart from the others: the screen of a board must open fast. */
export const createBoardMessages = typographic({
  title: 'Créer un tableau',
  name: 'Nom du tableau',
  nameExample: 'NOUS DEUX',
  actions: 'Actions',
  actionsHint: 'Piochez dans le catalogue, ou écrivez les vôtres.',
  invited: 'Inviter des personnes',
  invitedUsername: 'Pseudo',
  addInvited: 'Ajouter',
  removeInvited: ({ name }: { name: string }) => `Retirer ${name}`,
  alreadyInvited: 'Cette personne est déjà invitée',
  theme: 'Thème',
  icon: 'Icône',
  playMode: {
    legend: 'On joue comment ?',
    scores: { title: 'Chacun son score', text: 'Un classement, une couronne, des saisons.' },
    together: { title: 'Complices', text: 'Un total commun, sans classement.' },
    hint: "Sans réponse, chacun son score. Ça se change plus tard, d'un commun accord.",
  },
  /** A kit that asks how to play. */
  kitPlayed: ({ kit, mode }: { kit: string; mode: string }) => `${kit}, ${mode.toLowerCase()}`,
  preview: 'Aperçu du tableau',
  titleRequired: refusals.board_title_required[1],
  actionsRequired: refusals.board_actions_required[1],
  catalogue: 'Catalogue',
  chosen: ({ count }: { count: number }) => counted(count, 'action choisie', 'actions choisies'),
  chooseAll: 'Tout choisir',
  chooseNone: 'Tout retirer',
  writeAction: 'Écrire une action',
  orderActions: 'Ranger les actions',
  orderShort: 'Ranger',
  invitedHint: 'Facultatif. Chaque personne reçoit une invitation, et décide.',
  checkingUsername: 'Recherche…',
  foundUsername: ({ name }: { name: string }) => `${name} est sur OU LA LA`,
  unknownUsername: refusals.user_not_found[1],
  yourself: refusals.invited_yourself[1],
  tooManyInvited: 'Invitez au plus 50\u00A0personnes à la fois.',
  submit: 'Créer le tableau',
  submitting: 'Création du tableau…',
  starters: 'Prêt en un geste, à changer à volonté',
  created: 'Tableau créé',
  createdAlone: 'Tableau créé. Qui invitez-vous ?',
  invite: 'Inviter',
  createdWithout: ({ names }: { names: readonly string[] }) =>
    `Tableau créé. ${names.length > 1 ? 'Comptes introuvables' : 'Compte introuvable'} : ${listed(names)}`,
  failed: 'Impossible de créer le tableau. Veuillez réessayer.',
});
