import { counted, listed, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the toast after a log, apart from those of the first screen, so that they load later. */
export const loggedMessages = typographic({
  logged: 'Action enregistrée',
  noted: ({ names, isLate, ...logged }: Logged & Meant) => `C'est noté${forThem({ names, isLate })} : ${worthOf(logged)}`,
  loggedFor: (meant: Meant) => `Action enregistrée${forThem(meant)}`,
  /** The person's own name among `names`. */
  you: 'vous',
  notedLoss: ({ isLate, ...logged }: Logged & Meant) => `Noté${isLate ? ' pour hier' : ''}, merci pour la franchise : ${worthOf(logged)}`,
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

interface Meant {
  /** For whom, where that is not the person alone. */
  names: readonly string[];
  /** It is noted for yesterday. */
  isLate: boolean;
}

interface Logged {
  points: number;
  /** The number of boards. */
  count: number;
}

function forThem({ names, isLate }: Meant): string {
  const people = names.length > 0 ? ` pour ${listed(names)}` : '';
  return isLate ? `${people}${people === '' ? '' : ','} pour hier` : people;
}

function worthOf({ points, count }: Logged): string {
  return count > 1 ? `${signedPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}` : signedPoints(points);
}
