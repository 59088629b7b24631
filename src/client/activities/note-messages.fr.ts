import { typographic } from '#client/ui/typography.ts';

export const noteMessages = typographic({
  add: 'Ajouter un mot',
  change: 'Modifier votre mot',
  label: 'Votre mot',
  placeholder: 'Avec le sourire, ou presque…',
  hint: 'Il apparaît sous votre action, pour les membres du tableau.',
  save: 'Enregistrer',
  cancel: 'Annuler',
  failed: "Votre mot n'a pas été enregistré.",
});
