import { typographic } from '#client/ui/typography.ts';

const hours = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const inMinutes = (count: number) => (count > 1 ? `${count} minutes` : `${count} minute`);

/** The lock of the app on this device. */
export const lockMessages = typographic({
  title: 'Application verrouillée',
  code: 'Code à quatre chiffres',
  open: 'Déverrouiller',
  openByPasskey: "Déverrouiller avec une clé d'accès",
  passkeyFailed: "La clé d'accès n'a pas pu être utilisée. Réessayez ou saisissez le code.",
  incomplete: 'Saisissez quatre chiffres',
  wrong: "Ce n'est pas le bon code",
  untried: "Le code n'a pas pu être vérifié. Réessayez.",
  wait: ({ time }: { time: number }) => `Trop d'essais : attendez jusqu'à ${hourOf(Math.ceil(time / minuteMs) * minuteMs)}.`,
  unreadable: "Ce verrou n'est plus lisible. Déconnectez-vous pour retrouver l'application.",
  forgotten: {
    open: 'Code oublié ?',
    text: "La déconnexion retire le verrou et efface ce que cet appareil garde, même ce qui attend d'être envoyé. Vous vous reconnecterez avec votre mot de passe ou une clé d'accès.",
    signOut: 'Se déconnecter',
    failed: 'La déconnexion a échoué, faute de réseau peut-être. Réessayez.',
  },
  section: {
    title: 'Verrouillage',
    text: "Protège d'un regard curieux sur votre téléphone déverrouillé, et de rien d'autre : qui s'y connaît peut lire ce que ce navigateur garde. Les notifications de cet appareil ne disent alors ni nom ni titre.",
    set: 'Verrouiller cette application',
    isSet: ({ count }: { count: number }) => `L'application se verrouille après ${inMinutes(count)} hors de vue.`,
    change: 'Modifier le verrou',
  },
  dialog: {
    set: 'Verrouiller cette application',
    change: 'Modifier le verrou',
    prove: "Saisissez d'abord le code actuel.",
    continue: 'Continuer',
    after: 'Hors de vue depuis',
    minutes: ({ count }: { count: number }) => inMinutes(count),
    newCode: 'Nouveau code à quatre chiffres',
    keepCode: 'Laissez vide pour garder le code actuel.',
    again: 'Le même code, encore une fois',
    different: 'Les deux codes sont différents',
    passkey: { label: "Ouvrir aussi avec une clé d'accès", text: 'Celle de cet appareil : votre visage, votre doigt ou son code.' },
    passkeyElsewhere: "Cette clé d'accès n'est pas sur cet appareil.",
    submit: 'Verrouiller',
    save: 'Enregistrer',
    remove: 'Retirer le verrou',
    failed: "Ce navigateur n'a pas gardé le verrou. Réessayez.",
  },
  done: { set: 'Verrou posé', changed: 'Verrou modifié', removed: 'Verrou retiré' },
});
