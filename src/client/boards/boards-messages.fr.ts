import { refusals } from '#shared/refusals';
import { counted, listed, pointsWithUnit } from '../format.fr.ts';
import { typographic } from '../typography.ts';

export const boardsMessages = typographic({
  title: 'Mes tableaux',
  members: ({ count }: { count: number }) => counted(count, 'membre'),
  actions: ({ count }: { count: number }) => counted(count, 'action'),
  total: ({ points }: { points: number }) => pointsWithUnit(points),
  loading: 'Chargement de vos tableaux...',
  loadFailed: 'Impossible de charger les tableaux. Veuillez réessayer.',
  empty: {
    title: 'Aucun tableau',
    text: 'Le premier se crée en une minute, à deux ou en bande.',
    action: 'Créer un tableau',
  },
  newBoard: 'Nouveau tableau',
  create: 'Créer un tableau',
  join: 'Rejoindre un tableau',
  themes: { pink: 'Rose', blue: 'Bleu', orange: 'Orange', green: 'Vert', purple: 'Violet' },
  events: {
    joined: ({ board }: { board: string }) => `Bienvenue sur ${board}`,
    left: ({ board }: { board: string }) => `Vous avez quitté ${board}`,
    removed: ({ board }: { board: string }) => `Vous ne faites plus partie de ${board}`,
    deleted: ({ board }: { board: string }) => `Le tableau ${board} a été supprimé`,
    administrator: ({ board }: { board: string }) => `Vous administrez désormais ${board}`,
    memberJoined: ({ name, board }: { name: string; board: string }) => `${name} rejoint ${board}`,
  },
});

export const joinBoardMessages = typographic({
  title: 'Rejoindre un tableau',
  text: "Collez le lien d'invitation que vous avez reçu.",
  link: "Lien d'invitation",
  submit: 'Rejoindre',
  invalid: "Lien d'invitation invalide",
});

export const createBoardMessages = typographic({
  title: 'Créer un tableau',
  name: 'Nom du tableau',
  nameExample: 'NOUS DEUX',
  actions: 'Actions',
  actionsHint: 'Piochez dans le catalogue, ou écrivez les vôtres.',
  invited: 'Inviter des personnes',
  invitedUsername: "Nom d'utilisateur",
  addInvited: 'Ajouter',
  removeInvited: ({ name }: { name: string }) => `Retirer ${name}`,
  alreadyInvited: 'Cette personne est déjà invitée',
  theme: 'Thème',
  icon: 'Icône',
  preview: 'Aperçu du tableau',
  incomplete: 'Il manque un nom ou une action.',
  submit: 'Créer le tableau',
  submitting: 'Création du tableau...',
  created: 'Tableau créé',
  createdWithout: ({ names }: { names: readonly string[] }) =>
    `Tableau créé. ${names.length > 1 ? 'Comptes introuvables' : 'Compte introuvable'} : ${listed(names)}`,
  failed: 'Impossible de créer le tableau. Veuillez réessayer.',
});

export const boardMessages = typographic({
  openSettings: 'Réglages du tableau',
  share: 'Partager le tableau',
  totalLabel: 'Score du tableau',
  tabs: { label: 'Vues du tableau', actions: 'Actions', scores: 'Scores', notifications: 'Notifications' },
  newNotifications: ({ count }: { count: number }) => counted(count, 'nouveauté'),
  loading: 'Chargement du tableau...',
  notFound: refusals.board_not_found[1],
  notFoundText: "Il a été supprimé, ou vous n'en faites pas partie.",
  loadFailed: 'Erreur lors du chargement du tableau',
  backToBoards: 'Retour aux tableaux',
  online: 'En ligne',
});

export const boardSettingsMessages = typographic({
  title: 'Réglages du tableau',
  name: 'Nom du tableau',
  theme: 'Thème',
  icon: 'Icône',
  changeIcon: "Changer l'icône",
  chooseIcon: 'Choisir une icône',
  back: 'Retour aux réglages',
  saved: { title: 'Nom enregistré', theme: 'Thème enregistré', icon: 'Icône enregistrée' },
  saveFailed: "Ce réglage n'a pas été enregistré.",
  members: {
    title: 'Membres',
    count: ({ count }: { count: number }) => counted(count, 'membre'),
    loading: 'Chargement des membres...',
    administrator: 'Admin',
    you: 'Vous',
    menu: ({ name }: { name: string }) => `Options pour ${name}`,
    remove: ({ name }: { name: string }) => `Retirer ${name}`,
    removeTitle: ({ name }: { name: string }) => `Retirer ${name} ?`,
    removeText: "Cette personne sort du classement. Ses activités restent dans l'historique.",
    removeConfirm: 'Retirer',
    removed: ({ name }: { name: string }) => `${name} ne fait plus partie du tableau`,
    removeFailed: ({ name }: { name: string }) => `${name} est toujours là : le retrait a échoué.`,
  },
  handOver: {
    title: "Confier l'administration",
    action: ({ name }: { name: string }) => `Confier l'administration à ${name}`,
    confirmTitle: ({ name }: { name: string }) => `Confier l'administration à ${name} ?`,
    text: 'Vous restez membre, sans pouvoir régler le tableau ni inviter directement.',
    confirm: "Confier l'administration",
    done: ({ name }: { name: string }) => `${name} administre désormais le tableau`,
    failed: "L'administration n'a pas changé de mains. Veuillez réessayer.",
  },
  link: {
    title: "Lien d'invitation",
    on: 'Toute personne qui a le lien peut demander à rejoindre.',
    off: 'Le lien est désactivé.',
    disable: 'Désactiver le lien',
    enable: 'Activer le lien',
  },
  leave: {
    title: 'Quitter le tableau',
    text: "Vous sortez du classement. Vos activités restent dans l'historique, et votre score vous attend si vous revenez.",
    action: 'Quitter le tableau',
    confirmTitle: 'Quitter ce tableau ?',
    confirm: 'Quitter',
    failed: "Vous n'avez pas quitté le tableau. Veuillez réessayer.",
  },
  delete: {
    title: 'Supprimer le tableau',
    text: 'Actions, scores et historique disparaissent pour tout le monde, pour toujours.',
    action: 'Supprimer le tableau',
    confirmTitle: ({ board }: { board: string }) => `Supprimer ${board} ?`,
    confirm: 'Supprimer',
    failed: "Le tableau n'a pas été supprimé. Veuillez réessayer.",
  },
});

export const shareBoardMessages = typographic({
  title: 'Partager le tableau',
  tabs: { label: "Façons d'inviter", link: 'Lien', direct: 'Invitation directe' },
  link: {
    label: "Lien d'invitation",
    text: "Qui a ce lien peut demander à rejoindre le tableau. Personne n'entre sans l'accord de l'administrateur.",
    copy: 'Copier le lien',
    copied: 'Copié !',
    native: 'Partager le lien',
    nativeText: ({ board, url }: { board: string; url: string }) => `Une place est libre sur ${board} : ${url}`,
    qrCode: "QR code du lien d'invitation",
    off: "Le lien est désactivé. Il s'active dans les réglages du tableau.",
    offForMember: "L'administrateur a désactivé le lien.",
  },
  notAllowed: {
    title: 'Action non autorisée',
    text: "Seul l'administrateur peut inviter directement. Les personnes qui ont le lien peuvent demander à rejoindre, et l'administrateur décide.",
  },
  direct: {
    username: "Nom d'utilisateur",
    submit: 'Inviter',
    submitting: "Envoi de l'invitation...",
    sent: 'Invitation envoyée !',
    unknown: "Cet utilisateur n'existe pas encore. Envoyez-lui plutôt le lien.",
    switchToLink: 'Partager le lien',
    failed: "Une erreur est survenue lors de l'invitation",
  },
  propose: {
    label: "Proposer une personne à l'administrateur",
    username: "Nom d'utilisateur",
    submit: 'Proposer',
    submitting: 'Envoi de la proposition...',
    sent: 'Proposition envoyée !',
  },
});

export const invitePageMessages = typographic({
  title: ({ board }: { board: string }) => `Invitation à rejoindre ${board}`,
  text: 'On vous invite à rejoindre ce tableau. Une fois membre, vous pourrez participer et suivre son activité.',
  ask: 'Demander à rejoindre',
  asking: 'Envoi de la demande...',
  signIn: 'Se connecter pour rejoindre',
  signUp: "Pas encore de compte ? S'inscrire",
  loading: "Chargement de l'invitation...",
  sent: "Demande envoyée. L'administrateur va vous répondre.",
  error: {
    title: 'Oups ! Une erreur est survenue',
    notFound: refusals.board_not_found[1],
    loadFailed: 'Erreur lors du chargement du tableau',
    home: "Retour à l'accueil",
  },
});
