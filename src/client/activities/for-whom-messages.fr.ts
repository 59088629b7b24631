import { counted, listed, quoted, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const namesShown = 2;

export const forWhomMessages = typographic({
  ask: 'Pour qui ?',
  /** As a choice. */
  me: 'Moi',
  /** The person's own name among several, in a sentence. */
  you: 'vous',
  hint: {
    gain: 'Les points comptent tout de suite. Qui les reçoit le saura, et pourra les annuler.',
    loss: "Une perte attend l'aveu de l'autre. Sans réponse en un jour, on oublie.",
  },
  /** The button that notes it. */
  confirm: ({ names, points }: { names: readonly string[]; points: number }) =>
    points < 0 ? `Demander à ${shortlyListed(names)}` : `Noter ${signedPoints(points)} pour ${shortlyListed(names)}`,
  remark: ({ names: [only, ...others] }: { names: readonly string[] }) =>
    only !== undefined && others.length === 0
      ? `Un geste de plus, et les points sont à ${only}.`
      : 'Un geste de plus, et les points sont distribués.',
  /** Between two, where the other hears that it was seen: a participle would agree with a name. */
  seen: ({ names }: { names: readonly string[] }) => `Les points sont à ${listed(names)}, qui saura que ça ne vous a pas échappé.`,
  remarkOfLoss: ({ names }: { names: readonly string[] }) =>
    names.length > 1 ? "Rien ne compte sans l'aveu de chaque personne." : `Rien ne compte sans l'aveu de ${listed(names)}.`,
  asked: ({ names }: { names: readonly string[] }) =>
    `C'est demandé : ${shortlyListed(names)} ${names.length > 1 ? 'ont' : 'a'} un jour pour répondre`,
  oweFailed: ({ title }: { title: string }) => `Votre demande pour ${quoted(title)} n'est pas partie.`,
});

function shortlyListed(names: readonly string[]): string {
  return names.length > namesShown ? counted(names.length, 'personne') : listed(names);
}
