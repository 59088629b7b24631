import { refusals } from '#shared/refusals';
import { counted } from '../format.fr.ts';
import { typographic } from '../typography.ts';

export const loginMessages = typographic({
  title: 'Connexion',
  lead: "Alors, qui mène aujourd'hui ?",
  sessionEnded: refusals.no_user_logged_in[1],
  identifier: 'Email ou pseudo',
  password: 'Mot de passe',
  showPassword: 'Afficher les caractères',
  hidePassword: 'Masquer les caractères',
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
  },
});

export const signupMessages = typographic({
  title: 'Inscription',
  lead: 'Une minute, un avatar, et la partie commence.',
  avatar: 'Choisissez un avatar',
  username: "Nom d'utilisateur",
  usernameHint: 'De 2 à 30 lettres, chiffres, points, tirets ou tirets bas',
  usernameTaken: "Ce nom d'utilisateur est déjà utilisé",
  email: 'Email',
  password: 'Mot de passe',
  showPassword: 'Afficher les caractères',
  hidePassword: 'Masquer les caractères',
  passwordHint: 'Minimum 6 caractères',
  strength: {
    label: 'Solidité du mot de passe',
    tooShort: 'Encore un peu court',
    easy: 'Facile à deviner',
    fair: 'Pas mal',
    strong: 'Solide',
  },
  submit: 'Créer un compte',
  signIn: 'Déjà un compte ? Se connecter',
  errors: {
    usernameRequired: refusals.username_required[1],
    usernameInvalid: refusals.username_invalid[1],
    emailRequired: refusals.email_required[1],
    emailInvalid: refusals.email_invalid[1],
    passwordTooShort: refusals.password_too_short[1],
    passwordTooLong: refusals.password_too_long[1],
    failed: "Une erreur est survenue lors de l'inscription",
  },
});

export const passwordResetMessages = typographic({
  title: 'Mot de passe oublié',
  lead: 'Indiquez votre email, nous vous envoyons un lien pour choisir un autre mot de passe.',
  email: 'Email',
  submit: 'Envoyer le lien',
  submitting: 'Envoi du lien...',
  sent: 'Email envoyé ! Ouvrez le lien reçu pour choisir un autre mot de passe. Il expire dans 1 heure.',
  backToLogin: 'Retour à la connexion',
  failed: 'Impossible de réinitialiser le mot de passe',
  choose: {
    title: 'Nouveau mot de passe',
    password: 'Nouveau mot de passe',
    submit: 'Enregistrer le mot de passe',
    expired: "Ce lien n'est plus valable. Demandez-en un nouveau.",
    askAgain: 'Demander un nouveau lien',
  },
});

export const profileMessages = typographic({
  title: 'Modifier le profil',
  avatar: 'Avatar',
  currentAvatar: ({ name }: { name: string }) => `Avatar actuel : ${name}`,
  username: 'Pseudo',
  cancel: 'Annuler',
  save: 'Enregistrer',
  saving: 'Enregistrement...',
  unsaved: 'Modifications non enregistrées',
  usernameSaved: 'Pseudo mis à jour avec succès',
  avatarSaved: 'Avatar mis à jour avec succès',
  saved: 'Modifications enregistrées avec succès',
  usernameFailed: 'Impossible de mettre à jour le pseudo',
  avatarFailed: "Impossible de mettre à jour l'avatar",
  boards: ({ count }: { count: number }) => counted(count, 'tableau', 'tableaux'),
  actions: ({ count }: { count: number }) => counted(count, 'action'),
  leave: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications seront perdues.',
    confirm: 'Quitter sans enregistrer',
    stay: 'Continuer à modifier',
  },
});
