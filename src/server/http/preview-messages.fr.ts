import { typographic } from '#shared/typography';

/** What the page says before its script runs: to a messenger that previews a link, to a search engine, to whoever has no script. */
export const previewMessages = typographic({
  name: 'OU LA LA',
  landing: {
    description:
      'Le jeu de points des couples et des amis : des tableaux privés, des actions qui rapportent ou qui coûtent, et un classement entre vous.',
  },
  invitation: {
    title: 'Vous êtes invité sur un tableau',
    description: "Ouvrez le lien pour demander à entrer. Sur OU LA LA, on note ce qu'on fait, et on compte les points.",
    discover: 'Découvrir OU LA LA',
  },
  picture: 'OU LA LA : quand on aime, on compte les points.',
  scriptNeeded: 'Pour jouer, OU LA LA a besoin de JavaScript.',
});
