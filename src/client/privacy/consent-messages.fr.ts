import { typographic } from '#client/ui/typography.ts';

export const consentMessages = typographic({
  label: "Mesure d'audience",
  text: 'Pouvons-nous compter les visites et les fonctions utilisées ? Ces chiffres, sans votre nom, restent ici.',
  accept: "D'accord",
  refuse: 'Non merci',
  failed: "Votre réponse n'a pas été enregistrée. Veuillez réessayer.",
});
