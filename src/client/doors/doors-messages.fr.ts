import { typographic } from '#client/ui/typography.ts';

/** 'Ouvrir des portes': what the page says of itself. Each section has its own words. */
export const doorsMessages = typographic({
  title: 'Ouvrir des portes',
  lead: "Chaque porte mène à vos tableaux sans passer par l'application. Elle s'ouvre et se ferme ici.",
  back: 'Retour au profil',
  noBoard: "Créer d'abord un tableau",
  /** On the profile. */
  card: { text: "Noter sans ouvrir l'application : d'un autocollant, d'un raccourci, d'un bouton de la maison.", open: 'Voir les portes' },
});
