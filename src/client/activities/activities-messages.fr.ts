import { quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const dashboardMessages = typographic({
  title: 'Activités récentes',
  boardsLink: 'Voir mes tableaux',
  loading: 'Chargement des activités…',
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
  // The button shows each log of an action that was logged several times in a row.
  detailOf: ({ title }: { title: string }) => `Détail de ${quoted(title)}`,
  times: ({ count }: { count: number }) => `×${count}`,
  queued: "C'est gardé : l'envoi se fera au retour du réseau",
  /** After the name of a board. */
  crowd: ({ count, goesOn }: { count: number; goesOn: boolean }) => `${goesOn ? 'plus de ' : ''}${count} nouvelles`,
  contested: 'Mauvaise foi ?',
  notedBy: ({ name }: { name: string }) => `noté par ${name}`,
  undoActivity: ({ title }: { title: string }) => `Annuler ${quoted(title)}`,
  undoneBy: ({ name }: { name: string }) => `Annulée par ${name}`,
  undoneByYou: 'Annulée par vous',
});
