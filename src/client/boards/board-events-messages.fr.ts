import { typographic } from '#client/ui/typography.ts';

/** The texts of news about a person's boards. */
export const boardEventsMessages = typographic({
  left: ({ board }: { board: string }) => `Vous avez quitté ${board}`,
  removed: ({ board }: { board: string }) => `Vous ne faites plus partie de ${board}`,
  unavailable: ({ board }: { board: string }) => `Le tableau ${board} n'est plus disponible`,
  deleted: ({ board }: { board: string }) => `Le tableau ${board} a été supprimé`,
  administrator: ({ board }: { board: string }) => `C'est vous qui tenez ${board}, désormais`,
  gone: 'Tableau non trouvé',
});
