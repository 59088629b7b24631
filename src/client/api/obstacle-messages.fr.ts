import { typographic } from '#client/ui/typography.ts';

/** The texts of obstacles between the page and the server. */
export const obstacleMessages = typographic({
  portal: "L'accès à OU LA LA passe d'abord par une page de connexion (celle de l'hébergeur ou du réseau).",
  openPortal: 'Ouvrir cette page',
  otherAddress: ({ url }: { url: string }) => `Depuis cette adresse, rien ne peut être enregistré : OU LA LA vous attend sur ${url}.`,
  goToAddress: 'Aller à la bonne adresse',
});
