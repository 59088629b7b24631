import { listedBriefly } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

interface Came {
  names: readonly string[];
  /** The members of the board now. */
  count: number;
}

/** What the members of a board are told when somebody joins. */
export const arrivalMessages = typographic({
  here: ({ names }: Pick<Came, 'names'>) => `${listedBriefly(names)} ${names.length > 1 ? 'sont' : 'est'} là.`,
  joins: ({ names, board }: Pick<Came, 'names'> & { board: string }) =>
    `${listedBriefly(names)} ${names.length > 1 ? 'rejoignent' : 'rejoint'} ${board}.`,
  next: ({ count }: Pick<Came, 'count'>) => (count > 2 ? `Vous voilà ${count}.` : 'Que la partie commence !'),
});
