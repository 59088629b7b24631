import { hourOf } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const minuteMs = 60_000;

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
  takenAgain: 'Vous pouvez de nouveau saisir le code.',
  unreadable: "Ce verrou n'est plus lisible. Déconnectez-vous pour retrouver l'application.",
  forgotten: {
    open: 'Code oublié ?',
    text: "La déconnexion retire le verrou et efface ce que ce navigateur garde, même ce qui attend d'être envoyé. Vous vous reconnecterez avec votre mot de passe ou une clé d'accès.",
    guestText:
      "La déconnexion retire le verrou et efface ce que ce navigateur garde, même ce qui attend d'être envoyé. Sans email ni code, seul un lien de retour de l'admin pourra vous ramener à votre partie.",
    signOut: 'Se déconnecter',
    failed: 'La déconnexion a échoué, faute de réseau peut-être. Réessayez.',
  },
  section: {
    title: 'Verrouillage',
    text: "Protège d'un regard curieux sur votre appareil déverrouillé, et de rien d'autre : qui s'y connaît peut lire ce que ce navigateur garde. Tant que le verrou est posé, les notifications de ce navigateur ne disent ni nom ni titre. Il disparaît à la déconnexion : à la connexion suivante, posez-le de nouveau.",
    set: 'Verrouiller cette application',
    isSet: ({ count }: { count: number }) => `L'application se verrouille après ${inMinutes(count)} hors de vue.`,
    change: 'Modifier le verrou',
  },
  dialog: {
    set: 'Verrouiller cette application',
    change: 'Modifier le verrou',
    prove: "Saisissez d'abord le code actuel.",
    continue: 'Continuer',
    after: 'Délai hors de vue',
    minutes: ({ count }: { count: number }) => inMinutes(count),
    newCode: 'Nouveau code à quatre chiffres',
    keepCode: 'Laissez vide pour garder le code actuel.',
    again: 'Le même code, encore une fois',
    different: 'Les deux codes sont différents',
    passkey: { label: "Ouvrir aussi avec une clé d'accès", text: 'Par votre visage, votre doigt ou le code de cet appareil.' },
    passkeyElsewhere: "Cette clé d'accès n'est pas sur cet appareil.",
    submit: 'Verrouiller',
    save: 'Enregistrer',
    remove: 'Retirer le verrou',
    failed: "Ce navigateur n'a pas gardé le verrou. Réessayez.",
  },
  done: { set: 'Verrou posé', changed: 'Verrou modifié', removed: 'Verrou retiré' },
});
