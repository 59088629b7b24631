import { typographic } from '#client/ui/typography.ts';

/** 'Ouvrir des portes': what the page says of itself. Each section has its own words. */
export const doorsMessages = typographic({
  title: 'Ouvrir des portes',
  lead: "Noter sans ouvrir l'application : un autocollant, un raccourci, la maison. Chaque porte s'ouvre ici, et se ferme ici.",
  back: 'Modifier le profil',
  /** On the profile. */
  card: { text: "Noter sans ouvrir l'application : un autocollant, un raccourci, la maison.", open: 'Voir les portes' },
});
