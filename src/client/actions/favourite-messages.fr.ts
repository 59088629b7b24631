import { typographic } from '#client/ui/typography.ts';

/** The star that keeps an action at hand. */
export const favouriteMessages = typographic({
  mark: 'Ajouter aux favorites',
  unmark: 'Retirer des favorites',
  failed: "Vos favorites n'ont pas changé.",
});
