import { typographic } from './typography.ts';

/** What the link of an invitation says of itself to messengers, and its page to whoever has no script: the same of every board, and of none. */
export const invitationMessages = typographic({
  title: 'Une place vous attend sur un tableau',
  description: "Ouvrez le lien pour demander à entrer. Sur OU LA LA, on note ce qu'on fait, et on compte les points.",
  page: {
    title: "Un lien d'OU LA LA",
    note: "Il s'ouvre avec JavaScript. Sur OU LA LA, on note ce qu'on fait, et on compte les points.",
    discover: 'Découvrir OU LA LA',
  },
});
