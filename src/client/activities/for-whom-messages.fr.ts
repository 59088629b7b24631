import { counted, listed } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const namesShown = 2;

export const forWhomMessages = typographic({
  ask: 'Pour qui ?',
  /** As a choice. */
  me: 'Moi',
  /** Among several, in a sentence. */
  you: 'vous',
  hint: 'Les points comptent tout de suite. Chaque personne choisie le saura, et peut annuler les siens.',
  /** After the words of the button that notes it. */
  confirm: ({ names }: { names: readonly string[] }) =>
    `pour ${names.length > namesShown ? counted(names.length, 'personne') : listed(names)}`,
  remark: ({ names: [only, ...others] }: { names: readonly string[] }) =>
    only !== undefined && others.length === 0
      ? `Un geste de plus, et les points sont à ${only}.`
      : 'Un geste de plus, et chaque personne a ses points.',
});
