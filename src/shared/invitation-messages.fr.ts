import { typographic } from './typography.ts';

/** What the page of an invitation says before it is known which board it is about, to people and to messengers: the same of every board. */
export const invitationMessages = typographic({
  title: 'Vous êtes invité sur un tableau',
  description: "Ouvrez le lien pour demander à entrer. Sur OU LA LA, on note ce qu'on fait, et on compte les points.",
  discover: 'Découvrir OU LA LA',
});
