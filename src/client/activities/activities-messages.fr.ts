import type { Activity } from '#shared/activities';
import type { UserId } from '#shared/ids';
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
  notedBy: ({ name }: { name: string }) => `noté par ${name}`,
  notedLate: ({ by = 'noté' }: { by: string | undefined }) => `${by} le lendemain`,
  undoActivity: ({ title }: { title: string }) => `Annuler ${quoted(title)}`,
  undoneBy: ({ name }: { name: string }) => `Annulée par ${name}`,
  undoneByYou: 'Annulée par vous',
});

/** 'noté par Léa le lendemain', of an activity that its author did not log on its day. */
export function notedOf({ notedBy, playedAt }: Pick<Activity, 'notedBy' | 'playedAt'>, myId: UserId): string | undefined {
  const by = notedBy && activitiesMessages.notedBy({ name: notedBy.userId === myId ? 'vous' : notedBy.username });
  return playedAt ? activitiesMessages.notedLate({ by }) : by;
}
