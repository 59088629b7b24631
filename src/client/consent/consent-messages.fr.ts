import { typographic } from '#client/ui/typography.ts';

export const consentMessages = typographic({
  label: "Mesure d'audience",
  text: 'Pouvons-nous compter les visites, les fonctions utilisées et les erreurs ? Ces chiffres, sans votre nom, ne quittent pas notre serveur.',
  /** Over the foot of a page of visitors, on phones and tablets: what the other one says in full stands on the page about privacy. */
  short: 'On compte votre visite, sans votre nom ?',
  accept: "D'accord",
  refuse: 'Non merci',
  failed: "Votre réponse n'a pas été enregistrée. Réessayez.",
});
