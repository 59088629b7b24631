import { refusals } from '#shared/refusals';
import { counted, listed, spelledPoints } from '../format.fr.ts';
import { typographic } from '../typography.ts';

export const dashboardMessages = typographic({
  title: 'Activités récentes',
  boardsLink: 'Voir mes tableaux',
  loading: 'Chargement des activités...',
  loadFailed: 'Impossible de charger les activités. Veuillez réessayer.',
  empty: {
    text: 'Tout est calme. Qui marque les premiers points ?',
    action: 'Marquer des points',
    withoutBoard: 'Pour marquer des points, il faut un tableau.',
    createBoard: 'Créer un tableau',
  },
  add: 'Ajouter une action',
});

/** The dialog of the round plus button: one action, one or more boards. */
export const addActionMessages = typographic({
  title: 'Ajouter une action',
  search: 'Rechercher une action',
  suggestions: 'Quelques idées',
  results: 'Résultats',
  nothingFound: 'Aucune action ne correspond. Essayez un autre mot.',
  boards: 'Sur quels tableaux ?',
  actionMissing: "N'a pas cette action",
  actionRequired: 'Choisissez une action',
  boardsRequired: refusals.boards_required[1],
  ready: ({ points, count }: { points: number; count: number }) => `${spelledPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}`,
  submit: 'Ajouter',
  withoutBoard: "Créez d'abord un tableau, ses actions apparaîtront ici.",
  createBoard: 'Créer un tableau',
  loading: 'Chargement des actions...',
  loadFailed: 'Impossible de charger les actions. Veuillez réessayer.',
});

export const activitiesMessages = typographic({
  you: 'Vous',
  pending: "En attente d'envoi",
  logged: 'Action enregistrée',
  loggedOn: ({ count }: { count: number }) => `Action enregistrée sur ${counted(count, 'tableau', 'tableaux')}`,
  queued: 'Action gardée, elle partira au retour du réseau',
  logFailed: ({ title }: { title: string }) => `L'action « ${title} » n'a pas été enregistrée. Votre score est revenu comme avant.`,
  retry: 'Réessayer',
  undo: 'Annuler',
  undoActivity: ({ title }: { title: string }) => `Annuler ${title}`,
  undone: 'Action annulée',
  undoneOn: ({ count }: { count: number }) => `Action annulée sur ${counted(count, 'tableau', 'tableaux')}`,
  undoneBy: ({ name }: { name: string }) => `Annulée par ${name}`,
  undoneByYou: 'Annulée par vous',
  undoRefused: ({ title }: { title: string }) => `L'annulation de « ${title} » n'a pas été enregistrée.`,
  undoFailed: "L'action n'a pas été annulée. Veuillez réessayer.",
});

export const notificationsMessages = typographic({
  title: 'Notifications',
  empty: { text: 'Rien pour le moment. La première action ouvrira le bal.', action: 'Choisir une action' },
  loading: 'Chargement des activités...',
  loadFailed: 'Impossible de charger les activités. Veuillez réessayer.',
  showMore: "Voir plus d'activités",
  end: 'Tout a commencé ici.',
});

export const reactionsMessages = typographic({
  label: 'Réactions',
  add: 'Réagir',
  addTo: ({ title }: { title: string }) => `Réagir à ${title}`,
  toggle: ({ reaction, count }: { reaction: string; count: number }) => `${reaction}, ${counted(count, 'réaction')}`,
  by: ({ reaction, names }: { reaction: string; names: readonly string[] }) => `${reaction} : ${listed(names)}`,
  failed: "Votre réaction n'a pas été enregistrée.",
  // What a screen reader says for each symbol that the server offers.
  names: {
    '❤️': 'Cœur',
    '😂': 'Larmes de rire',
    '🔥': 'Flamme',
    '👏': 'Applaudissements',
    '🥰': 'Tendresse',
    '😮': 'Surprise',
    '🙈': 'Yeux cachés',
    '🏆': 'Trophée',
  },
});
