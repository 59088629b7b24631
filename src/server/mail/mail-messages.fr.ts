import { typographic } from '#shared/typography';

/** What our mails say. */
export const mailMessages = typographic({
  signature: 'OU LA LA',
  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    hello: (username: string) => `Bonjour ${username},`,
    why: "Un mot de passe, ça s'oublie. Vous avez demandé à en choisir un autre pour OU LA LA, et ce lien est là pour ça :",
    button: 'Choisir un nouveau mot de passe',
    spelledOut: 'Le bouton ne répond pas ? Copiez cette adresse dans votre navigateur :',
    expires:
      "Ce lien expire dans 1 heure et ne sert qu'une fois. Ensuite, reconnectez-vous sur vos appareils avec le nouveau mot de passe.",
    notYou: "Vous n'avez rien demandé ? Oubliez ce message : rien ne change, et votre mot de passe reste le même.",
    bye: 'À tout de suite sur vos tableaux !',
  },
});
