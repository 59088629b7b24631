import { typographic } from '#client/ui/typography.ts';

/** The texts of 'Mauvaise foi !' where activities are listed. */
export const contestingMessages = typographic({
  contest: 'Mauvaise foi !',
  contestBy: ({ emoji }: { emoji: string }) => `${emoji} Mauvaise foi !`,
  sent: "C'est dit ! La réponse est attendue d'ici demain.",
  failed: 'Pas de réseau, pas de « Mauvaise foi ! ». Réessayez.',
});
