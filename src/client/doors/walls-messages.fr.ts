import { fullDay, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** 'Écrans au mur' (decision D48). */
export const wallsMessages = typographic({
  title: 'Écrans au mur',
  lead: "Une tablette dans la cuisine, et tout le monde voit le tableau. Ouvrez cette page sur l'écran en question, puis choisissez le tableau.",
  loading: 'Chargement de vos écrans',
  loadFailed: 'Impossible de charger vos écrans. Veuillez réessayer.',
  since: ({ time }: { time: number }) => `Au mur depuis le ${fullDay(time)}`,
  seen: ({ time }: { time: number }) => `Dernière activité le ${fullDay(time)}`,
  logs: 'On peut y noter',
  reads: 'On regarde seulement',
  end: 'Éteindre',
  endNamed: ({ board }: { board: string }) => `Éteindre l'écran de ${quoted(board)}`,
  ended: ({ board }: { board: string }) => `L'écran de ${quoted(board)} s'éteint.`,
  endFailed: "L'écran est encore au mur. Réessayez.",
  show: ({ board }: { board: string }) => `Afficher ${quoted(board)} au mur`,
});
