import { counted, quoted, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const dashboardMessages = typographic({
  title: 'Activités récentes',
  boardsLink: 'Voir mes tableaux',
  loading: 'Chargement des activités...',
  loadFailed: 'Impossible de charger les activités. Veuillez réessayer.',
  empty: {
    text: 'Tout est calme. Qui marque les premiers points ?',
    action: 'Marquer des points',
  },
  add: 'Noter une action',
});

export const activitiesMessages = typographic({
  you: 'Vous',
  pending: "En attente d'envoi",
  logged: 'Action enregistrée',
  noted: (logged: Logged) => `C'est noté : ${worthOf(logged)}`,
  notedLoss: (logged: Logged) => `Noté, merci pour la franchise : ${worthOf(logged)}`,
  queued: 'Action gardée, elle partira au retour du réseau',
  logFailed: ({ title }: { title: string }) => `L'action ${quoted(title)} n'a pas été enregistrée. Votre score n'a pas bougé.`,
  retry: 'Réessayer',
  undo: 'Annuler',
  undoActivity: ({ title }: { title: string }) => `Annuler ${quoted(title)}`,
  undone: 'Action annulée',
  several: {
    pending: ({ count }: { count: number }) => `${counted(count, 'action')} en attente d'envoi`,
    logged: ({ count }: { count: number }) => `${counted(count, 'action')} enregistrées`,
    queued: ({ count }: { count: number }) => `${counted(count, 'action')} gardées, elles partiront au retour du réseau`,
    undone: ({ count }: { count: number }) => `${counted(count, 'action')} annulées`,
  },
  worth: worthOf,
  undoneBy: ({ name }: { name: string }) => `Annulée par ${name}`,
  undoneByYou: 'Annulée par vous',
  undoRefused: ({ title }: { title: string }) => `L'annulation de ${quoted(title)} n'a pas été enregistrée.`,
  undoFailed: "L'action n'a pas été annulée. Veuillez réessayer.",
});

interface Logged {
  points: number;
  /** Of boards. */
  count: number;
}

function worthOf({ points, count }: Logged): string {
  return count > 1 ? `${signedPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}` : signedPoints(points);
}
