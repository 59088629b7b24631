import { quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of news about a person's boards. */
export const boardEventsMessages = typographic({
  left: ({ board }: { board: string }) => `Vous avez quitté ${quoted(board)}`,
  removed: ({ board }: { board: string }) => `Vous ne faites plus partie de ${quoted(board)}`,
  unavailable: ({ board }: { board: string }) => `Le tableau ${quoted(board)} n'est plus disponible`,
  deleted: ({ board }: { board: string }) => `Le tableau ${quoted(board)} a été supprimé`,
  administrator: ({ board }: { board: string }) => `Vous administrez désormais ${quoted(board)}`,
  memberJoined: ({ name, board }: { name: string; board: string }) => `${name} rejoint ${board}. Que la partie commence !`,
  gone: 'Tableau non trouvé',
});
