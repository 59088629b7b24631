import { counted, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the toast after a log, apart from those of the first screen, so that they load later. */
export const loggedMessages = typographic({
  logged: 'Action enregistrée',
  noted: (logged: Logged) => `C'est noté : ${worthOf(logged)}`,
  notedLoss: (logged: Logged) => `Noté, merci pour la franchise : ${worthOf(logged)}`,
  undo: 'Annuler',
  undone: 'Action annulée',
  several: {
    pending: ({ count }: { count: number }) => `${counted(count, 'action')} en attente d'envoi`,
    logged: ({ count }: { count: number }) => `${counted(count, 'action')} notées`,
    queued: ({ count }: { count: number }) => `${counted(count, 'action')} gardées : l'envoi se fera au retour du réseau`,
    undone: ({ count }: { count: number }) => `${counted(count, 'action')} annulées`,
  },
  worth: worthOf,
});

interface Logged {
  points: number;
  /** The number of boards. */
  count: number;
}

function worthOf({ points, count }: Logged): string {
  return count > 1 ? `${signedPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}` : signedPoints(points);
}
