import { typographic } from '#client/ui/typography.ts';

/** For somebody who is in a demo. */
export const demoMessages = typographic({
  card: ({ until }: { until: string }) => `Démo : tout s'efface le ${until}.`,
  title: 'Envie de jouer pour de vrai ?',
  text: ({ until }: { until: string }) => `Ceci est une démo : elle s'efface le ${until}, avec tout ce qui s'y joue.`,
  action: 'Créer un compte',
  createBoard: {
    title: 'Envie de votre propre tableau ?',
    text: 'Ceci est une démo. Avec un compte, le tableau est à vous, et il reste.',
  },
});

/** Before it begins. */
export const demoEntryMessages = typographic({
  documentTitle: 'Essayer',
  kind: 'Démo',
  title: 'Un tableau pour de faux',
  text: "Sans compte, sur ce navigateur : vous notez, Camille répond. Rien ne sort d'ici, et tout s'efface demain.",
  begin: 'Essayer',
  account: 'Créer un compte',
  here: 'Une partie est déjà ouverte sur ce navigateur.',
  home: "Retour à l'accueil",
  failed: "La démo n'a pas pu s'ouvrir. Réessayez.",
  cookiesRefused: 'Votre navigateur refuse les cookies : autorisez-les pour ce site, puis touchez à nouveau « Essayer ».',
  none: "Ici, il n'y a pas de démo.",
});
