import { counted, listed, quoted, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const namesShown = 2;

export const forWhomMessages = typographic({
  ask: 'Pour qui ?',
  /** As a choice. */
  me: 'Moi',
  /** Among several, in a sentence. */
  you: 'vous',
  hint: {
    gain: 'Les points comptent tout de suite. Chaque personne choisie le saura, et peut annuler les siens.',
    loss: "C'est à la personne choisie d'avouer : rien ne compte avant, et sans réponse en un jour, on oublie.",
  },
  /** The button that notes it. */
  confirm: ({ names, points }: { names: readonly string[]; points: number }) =>
    points < 0
      ? `Demander ${signedPoints(points)} à ${listed(names)}`
      : `Noter ${signedPoints(points)} pour ${names.length > namesShown ? counted(names.length, 'personne') : listed(names)}`,
  remark: ({ names: [only, ...others] }: { names: readonly string[] }) =>
    only !== undefined && others.length === 0
      ? `Un geste de plus, et les points sont à ${only}.`
      : 'Un geste de plus, et chaque personne a ses points.',
  remarkOfLoss: ({ name }: { name: string }) => `Rien ne compte tant que ${name} n'avoue pas.`,
  asked: ({ name }: { name: string }) => `C'est demandé : ${name} a un jour pour avouer`,
  oweFailed: ({ title }: { title: string }) => `L'aveu de ${quoted(title)} n'a pas été demandé.`,
});
