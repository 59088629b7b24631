import { counted, quoted, signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the card that asks a person about a loss that another member noted for them. */
export const owedMessages = typographic({
  title: ({ from, title }: { from: string; title: string }) => `${from} demande : ${quoted(title)}, c'est vous ?`,
  text: ({ points, board, others }: { points: number; board: string; others: number }) =>
    `${signedPoints(points)} · ${board}${others > 0 ? ` · et ${counted(others, 'autre')}` : ''}`,
  confess: "J'avoue",
  deny: 'Pas moi',
  later: 'Plus tard',
  confessed: ({ points }: { points: number }) => `Noté, merci pour la franchise : ${signedPoints(points)}`,
  denied: "C'est entendu, on oublie.",
  avowalFailed: ({ title }: { title: string }) => `Votre réponse à ${quoted(title)} n'a pas été enregistrée. Votre score n'a pas bougé.`,
  denialFailed: ({ title }: { title: string }) => `Votre réponse à ${quoted(title)} n'a pas été enregistrée.`,
});
