import { typographic } from '#shared/typography';

/** The texts of our mails. */
export const mailMessages = typographic({
  signature: 'OU LA LA',
  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    hello: (username: string) => `Bonjour ${username},`,
    why: "Un mot de passe, ça s'oublie. Voici de quoi en choisir un autre :",
    button: 'Choisir un nouveau mot de passe',
    spelledOut: 'Le bouton ne répond pas ? Copiez cette adresse dans votre navigateur :',
    expires:
      "Ce lien expire dans 1\u00A0heure et ne sert qu'une fois. Ensuite, reconnectez-vous sur vos appareils avec le nouveau mot de passe.",
    notYou: "Vous n'avez rien demandé ? Ignorez ce message : votre mot de passe ne change pas.",
    bye: 'À tout de suite sur vos tableaux !',
  },
});
