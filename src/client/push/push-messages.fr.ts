import type { NotificationKind } from '#shared/notifications';
import { typographic } from '#client/ui/typography.ts';

type Kinds = Record<NotificationKind, { label: string; text?: string }>;

const kinds = {
  requests: { label: 'Demandes et réponses' },
  points: { label: 'Points des autres', text: 'Regroupés : une fois par heure et par tableau, au plus.' },
  reactions: { label: 'Réactions', text: 'Regroupées avec les points.' },
  seasons: { label: 'Saisons et objectifs communs', text: '« Mauvaise foi ! » compris.' },
  achievements: { label: 'Succès des autres' },
  nudges: { label: 'Relances', text: 'La flamme qui vacille, aussi.' },
  recap: { label: 'Récap du lundi', text: "Le geste de la semaine et le film de l'année, aussi." },
} satisfies Kinds;

/** The section of the profile. */
export const pushMessages = typographic({
  title: 'Notifications',
  loading: 'Chargement…',
  loadFailed: 'Impossible de charger vos notifications. Veuillez réessayer.',
  saveFailed: "Ce réglage n'a pas été enregistré. Réessayez.",
  device: {
    label: 'Sur cet appareil',
    /** Without essential cookies. */
    fleeting: "Sans « Cookies essentiels » (Confidentialité), elles s'arrêtent ici un jour après votre dernière visite.",
    text: "Discrètes : de quoi il s'agit, sans nom ni titre.",
    on: 'Notifications activées ici.',
    off: 'Notifications coupées ici.',
  },
  details: {
    label: 'Afficher les noms et les actions',
    text: "Visibles même sur l'écran verrouillé de cet appareil.",
  },
  quiet: {
    title: 'Heures calmes',
    from: 'De',
    to: 'À',
    hour: ({ count }: { count: number }) => `${count}\u00A0h`,
    text: 'Ce qui arrive entre-temps vous attend le matin, en une fois.',
    none: "Deux fois la même heure : pas d'heures calmes.",
  },
  kindsTitle: 'De quoi me prévenir',
  kindsText: 'Sur tous vos appareils.',
  kinds,
  muted: {
    title: 'Tableaux en sourdine',
    restore: 'Réactiver',
    restoreNamed: ({ board }: { board: string }) => `Réactiver ${board}`,
    board: 'Mettre ce tableau en sourdine',
    boardText: 'Pour vous seulement, sur tous vos appareils.',
  },
  unavailable: "Ce serveur n'envoie pas de notifications : son adresse n'est pas en https.",
  unsupported: 'Ce navigateur ne reçoit pas de notifications.',
  refused: {
    title: 'Coupées sur cet appareil',
    text: "Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, à côté de l'adresse, puis revenez ici.",
  },
  notSubscribed: {
    refused: "L'activation n'a pas abouti. Réessayez.",
    unanswered: 'Votre navigateur attend votre accord. Répondez à sa question, puis réessayez.',
    silent: 'Le service de notifications de ce navigateur ne répond pas. Vérifiez votre connexion, puis réessayez.',
  },
  install: {
    text: "Sur iPhone et iPad, les notifications arrivent une fois l'application installée.",
    /** By where the browser has the share sheet. The words of Safari were checked last in 2026-11, for iOS 18 and 26. */
    share: {
      bar: 'Touchez « Partager ».',
      dots: 'Touchez « … », puis « Partager ».',
      tablet: 'Touchez « Partager ».',
      other: "Touchez « Partager », près de l'adresse ou dans le menu.",
      inside: "Ouvrez d'abord cette page dans Safari : d'ici, elle ne s'installe pas.",
    },
    add: "Choisissez « Sur l'écran d'accueil ».",
    /** From iOS 26 the share sheet may show it only then. */
    addFolded: "Choisissez « Sur l'écran d'accueil », parfois derrière « Voir\u00A0plus ».",
    open: 'Ouvrez OU LA LA par son icône, puis revenez ici.',
  },
});

/** The card on Accueil (decisions D30, D64). */
export const pushOfferMessages = typographic({
  ask: ({ name }: { name: string }) => `Un petit signe quand ${name} marque des points ?`,
  /** What a push says while names are off: as in the server's push-messages.fr.ts. */
  example: 'Du nouveau sur OU LA LA',
  askForNames: "Montrer les noms sur l'écran verrouillé ?",
  exampleNamed: ({ name }: { name: string }) => `${name} : Petit-déj au lit, +20. À vous ?`,
  yes: 'Oui',
  later: 'Pas maintenant',
  discreet: 'Sans les noms',
  done: "C'est noté : les nouvelles arrivent ici, même quand l'application est fermée.",
  refused: "Votre navigateur a dit non. Vous pourrez changer d'avis dans le profil.",
  failed: "L'activation n'a pas abouti. Réessayez dans le profil.",
});
