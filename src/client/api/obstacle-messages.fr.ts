import { typographic } from '#client/ui/typography.ts';

/** What stands between the page and the server. */
export const obstacleMessages = typographic({
  portal: 'Une page de connexion barre la route vers OU LA LA.',
  openPortal: 'Ouvrir la page de connexion',
  otherAddress: ({ url }: { url: string }) => `Depuis cette adresse, rien ne peut être enregistré : OU LA LA vous attend sur ${url}.`,
  goToAddress: 'Aller à la bonne adresse',
});
