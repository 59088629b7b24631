import { typographic } from '#client/ui/typography.ts';

/** The texts of the sheet that answers what somebody logged. */
export const riposteMessages = typographic({
  title: 'Riposter',
  text: 'À vous de jouer.',
  tiles: 'Vos ripostes',
  react: 'Ou réagissez',
  all: 'Toutes les actions',
});
