import { refusals } from '#shared/refusals';
import { counted, spelledPoints, fullDate, fullDay } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const profileMessages = typographic({
  title: 'Modifier le profil',
  /** Over plain http (decision D46). */
  insecure: {
    text: "Cette adresse n'est pas sécurisée (http) : pas de mode hors ligne, d'installation ni de notifications ici.",
    guide: 'Passer en https',
  },
  person: 'Vous',
  avatar: 'Avatar',
  currentAvatar: ({ name }: { name: string }) => `Avatar actuel : ${name}`,
  username: 'Pseudo',
  cancel: 'Annuler',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  unsaved: 'Modifications non enregistrées',
  usernameSaved: 'Pseudo mis à jour avec succès',
  avatarSaved: 'Avatar mis à jour avec succès',
  saved: 'Modifications enregistrées avec succès',
  usernameFailed: 'Impossible de mettre à jour le pseudo',
  avatarFailed: "Impossible de mettre à jour l'avatar",
  usernameRequired: refusals.username_required[1],
  usernameInvalid: refusals.username_invalid[1],
  /** In one line, which ends between two of them if it must. `count`: of boards. */
  totals: ({ points, actions, count }: { points: number | null; actions: number; count: number }) =>
    [points === null ? [] : spelledPoints(points), counted(actions, 'action'), counted(count, 'tableau', 'tableaux')]
      .flat()
      .map((total) => total.replaceAll(' ', '\u00A0'))
      .join(' ·\u00A0'),
  leave: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications seront perdues.',
    confirm: 'Quitter sans enregistrer',
    stay: 'Continuer à modifier',
  },
});

export const changePasswordMessages = typographic({
  title: 'Mot de passe',
  current: 'Mot de passe actuel',
  none: "Votre compte n'a pas de mot de passe. Choisissez-en un, et confirmez avec votre clé d'accès.",
  noneHere: "Votre compte n'a pas de mot de passe. Choisissez-en un par « Mot de passe oublié ? ».",
  noneElsewhere: "Votre compte n'a pas de mot de passe. Choisissez-en un sur un appareil qui a votre clé d'accès.",
  currentOrCode: 'Mot de passe actuel, ou code de secours',
  passwordOrCode: 'Mot de passe, ou code de secours',
  next: 'Nouveau mot de passe',
  forgotten: 'Mot de passe oublié ?',
  submit: 'Modifier le mot de passe',
  submitting: 'Modification…',
  changed: 'Mot de passe modifié. Vos autres appareils sont déconnectés.',
  keysStay: "Vos clés d'accès ouvrent toujours votre compte.",
  failed: 'Impossible de modifier le mot de passe. Réessayez.',
  currentRequired: refusals.password_required[1],
});

export const devicesMessages = typographic({
  title: 'Appareils connectés',
  loading: 'Chargement…',
  loadFailed: 'Impossible de charger les appareils. Veuillez réessayer.',
  unknown: 'Appareil inconnu',
  current: 'Cet appareil',
  since: ({ time }: { time: number }) => `Connecté le ${fullDate(time)}`,
  // The server notes it at most once a day.
  seen: ({ time }: { time: number }) => `Dernière activité le ${fullDay(time)}`,
  alone: 'Aucun autre appareil connecté.',
  disconnect: 'Déconnecter',
  disconnectNamed: ({ name }: { name: string }) => `Déconnecter ${name}`,
  disconnectOthers: 'Déconnecter tous les autres appareils',
  disconnected: ({ name }: { name: string }) => `Appareil déconnecté : ${name}`,
  othersDisconnected: 'Vos autres appareils sont déconnectés.',
  failed: ({ name }: { name: string }) => `Impossible de déconnecter cet appareil : ${name}. Réessayez.`,
  othersFailed: 'Impossible de déconnecter les autres appareils. Réessayez.',
});
