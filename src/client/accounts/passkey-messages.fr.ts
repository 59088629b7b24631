import { fullDate, fullDay } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const passkeyMessages = typographic({
  signIn: "Utiliser une clé d'accès",
  signUp: "Créer avec une clé d'accès",
  prove: "Confirmer avec une clé d'accès",
  /** What no sentence of the server's says. */
  failed: "La clé d'accès n'a pas pu être utilisée. Réessayez.",
  notMade: "La clé d'accès n'a pas pu être créée. Réessayez.",
  perhapsSignedUp: "Votre compte est peut-être déjà créé : essayez de vous connecter avec votre clé d'accès.",
  onDevice: "Cet appareil a déjà une clé d'accès pour votre compte.",
});

/** 'Connexion et sécurité', on the profile. */
export const securityMessages = typographic({
  title: 'Connexion et sécurité',
  passkeys: "Clés d'accès",
  lead: 'Connectez-vous avec votre visage, votre doigt ou le code de votre appareil, sans mot de passe.',
  loading: 'Chargement…',
  loadFailed: "Impossible de charger les clés d'accès. Veuillez réessayer.",
  synced: 'Synchronisée',
  since: ({ time }: { time: number }) => `Ajoutée le ${fullDate(time)}`,
  used: ({ time }: { time: number }) => `Utilisée le ${fullDay(time)}`,
  never: 'Jamais utilisée',
  foreign: ({ host }: { host: string }) => `Créée pour une autre adresse, ${host} : elle n'ouvre rien ici.`,
  noAddress: "Ce navigateur ne sait pas utiliser les clés d'accès.",
  add: "Ajouter une clé d'accès",
  added: ({ name }: { name: string }) => `Clé d'accès ajoutée : ${name}`,
  rename: 'Renommer',
  renameNamed: ({ name }: { name: string }) => `Renommer la clé ${name}`,
  renamed: 'Nom enregistré',
  remove: 'Retirer',
  removeNamed: ({ name }: { name: string }) => `Retirer la clé ${name}`,
  removed: ({ name }: { name: string }) => `Clé d'accès retirée : ${name}`,
  failed: "Ça n'a pas marché. Réessayez.",
  adding: {
    title: "Ajouter une clé d'accès",
    first: "D'abord, assurons-nous que c'est bien vous.",
    proved: "C'est bien vous. Votre appareil peut maintenant créer la clé.",
    password: 'Mot de passe',
    submit: 'Continuer',
    create: 'Créer la clé',
    passwordRequired: 'Veuillez entrer votre mot de passe',
  },
  renaming: { title: 'Renommer la clé', name: 'Nom de la clé', save: 'Enregistrer' },
  removing: {
    title: 'Retirer cette clé ?',
    text: ({ name }: { name: string }) => `« ${name} » n'ouvrira plus votre compte.`,
    confirm: 'Retirer',
  },
});
