import { counted, listed, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the toast after a log, apart from those of the first screen, so that they load later. */
export const loggedMessages = typographic({
  logged: 'Action enregistrée',
  /** `names`: for whom, where that is not the person alone. */
  noted: ({ names, ...logged }: Logged & { names: readonly string[] }) => `C'est noté${forThem(names)} : ${worthOf(logged)}`,
  loggedFor: ({ names }: { names: readonly string[] }) => `Action enregistrée${forThem(names)}`,
  /** The person's own name among `names`. */
  you: 'vous',
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

function forThem(names: readonly string[]): string {
  return names.length > 0 ? ` pour ${listed(names)}` : '';
}

function worthOf({ points, count }: Logged): string {
  return count > 1 ? `${signedPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}` : signedPoints(points);
}
