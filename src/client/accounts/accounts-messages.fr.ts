import { refusals } from '#shared/refusals';
import { typographic } from '#client/ui/typography.ts';

export const loginMessages = typographic({
  title: 'Connexion',
  lead: "Alors, qui mène aujourd'hui ?",
  sessionEnded: refusals.no_user_logged_in[1],
  identifier: 'Email ou pseudo',
  password: 'Mot de passe',
  forgotten: 'Mot de passe oublié ?',
  submit: 'Se connecter',
  signUp: "Pas encore de compte ? S'inscrire",
  accountDeleted: 'Votre compte a été supprimé.',
  passwordChanged: 'Mot de passe modifié. Vous pouvez vous connecter.',
  errors: {
    // Decision D9: for a wrong pair the server sends `refusals.wrong_credentials` and never one of the first two.
    wrongCredentials: 'Identifiants incorrects',
    accountGone: 'Compte utilisateur introuvable',
    connection: 'Erreur de connexion',
    fieldsRequired: refusals.fields_required[1],
    failed: 'Une erreur est survenue lors de la connexion',
    cookiesRefused: 'Votre navigateur refuse les cookies : autorisez-les pour ce site, puis reconnectez-vous.',
  },
});

export const signupMessages = typographic({
  title: 'Inscription',
  lead: "Une minute, et c'est parti.",
  avatar: "D'abord, votre visage",
  /** What each avatar says about the person who takes it. */
  sentenceOfAvatar: {
    '🧑': 'La force tranquille. Méfiance.',
    '👩': 'Le sourire de qui va gagner.',
    '👸': 'La couronne est déjà là.',
    '🦄': 'Rare, et difficile à rattraper.',
    '⭐': 'Une place réservée, tout en haut.',
    '✨': 'Ça va briller au classement.',
    '💎': 'Aucune vaisselle ne le raye.',
    '❤️': 'Le cœur sur la main. Et les points ?',
  },
  username: 'Pseudo',
  usernameHint: 'De 2 à 30 lettres, chiffres, points ou tirets',
  usernameTaken: "Ce nom d'utilisateur est déjà utilisé",
  email: 'Email',
  password: 'Mot de passe',
  submit: 'Créer un compte',
  signIn: 'Déjà un compte ? Se connecter',
  closed: refusals.sign_ups_closed[1],
  invited: refusals.invitation_required[1],
  errors: {
    usernameRequired: refusals.username_required[1],
    usernameInvalid: refusals.username_invalid[1],
    emailRequired: refusals.email_required[1],
    emailInvalid: refusals.email_invalid[1],
    failed: "Une erreur est survenue lors de l'inscription",
    cookiesRefused:
      'Votre compte a bien été créé, mais votre navigateur refuse les cookies : autorisez-les pour ce site, puis connectez-vous.',
  },
});

/** The texts of every password field. */
export const passwordMessages = typographic({
  show: 'Afficher les caractères',
  hide: 'Masquer les caractères',
  hint: 'Minimum 6 caractères',
  strength: {
    tooShort: 'Encore un peu court',
    easy: 'Trop facile : risque de refus',
    fair: 'Pas mal',
    strong: 'Solide',
  },
  errors: {
    tooShort: refusals.password_too_short[1],
    tooLong: refusals.password_too_long[1],
  },
});

export const passwordResetMessages = typographic({
  title: 'Mot de passe oublié',
  lead: 'Indiquez votre email : nous vous envoyons un lien pour choisir un autre mot de passe.',
  code: 'Vous aviez noté un code de secours ? À la connexion, tapez-le à la place du mot de passe.',
  email: 'Email',
  submit: 'Envoyer le lien',
  submitting: 'Envoi du lien…',
  sent: 'Email envoyé ! Ouvrez le lien reçu pour choisir un autre mot de passe. Il expire dans 1\u00A0heure.',
  backToProfile: 'Retour au profil',
  backToLogin: 'Retour à la connexion',
  failed: 'Impossible de réinitialiser le mot de passe',
  errors: {
    emailRequired: refusals.email_required[1],
    emailInvalid: refusals.email_invalid[1],
  },
  choose: {
    title: 'Nouveau mot de passe',
    password: 'Nouveau mot de passe',
    submit: 'Enregistrer le mot de passe',
    expired: "Ce lien n'est plus valable. Demandez-en un nouveau.",
    askAgain: 'Demander un nouveau lien',
  },
});

/** Where the link at the foot of the weekly mail leads. */
export const stopRecapMailMessages = typographic({
  title: 'Le récap par mail',
  text: 'Vous préférez le lire dans OU LA LA ? Il vous y attend chaque lundi.',
  button: 'Ne plus recevoir ce mail',
  done: "C'est fait : ce mail ne viendra plus.",
  failed: "Ça n'a pas marché. Réessayez.",
  home: 'Aller sur OU LA LA',
});
