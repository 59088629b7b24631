import { typographic } from '#client/ui/typography.ts';

/** 'Ouvrir des portes': what the page says of itself. Each section has its own words. */
export const doorsMessages = typographic({
  title: 'Ouvrir des portes',
  lead: "De quoi noter sur vos tableaux, ou les suivre, ailleurs que dans l'application. Chaque porte s'ouvre et se ferme ici.",
  back: 'Retour au profil',
  noBoard: "Créer d'abord un tableau",
  /** On the profile. */
  card: {
    text: "Noter sans ouvrir l'application, depuis un autocollant, un raccourci ou un bouton de la maison.",
    open: 'Voir les portes',
  },
});
