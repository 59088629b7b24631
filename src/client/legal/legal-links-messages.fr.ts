import { typographic } from '#client/ui/typography.ts';

export const legalLinksMessages = typographic({
  label: 'À propos de ce site',
  home: "Retour à l'accueil",
  privacy: 'Confidentialité',
  legal: 'Mentions légales',
  verify: 'Vérifier',
});
