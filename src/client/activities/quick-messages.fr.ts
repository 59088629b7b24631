import { signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the row on Accueil that logs with one press. */
export const quickMessages = typographic({
  favourites: 'Mes favorites',
  habits: 'Mes habitudes',
  log: ({ title, points, board }: { title: string; points: number; board: string }) => `${title}, ${signedPoints(points)}, ${board}`,
  edited: "Cette action vient d'être modifiée.",
  editedDetail: "Rien n'est noté : touchez encore pour noter la nouvelle.",
});
