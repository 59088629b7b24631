import { typographic } from '#client/ui/typography.ts';

/** For somebody who plays without an email. */
export const guestMessages = typographic({
  /** Once on the board, where the name that was typed is somebody else's. */
  renamed: ({ name }: { name: string }) => `Ce prénom est déjà pris : vous jouez sous le nom de ${name}. Votre profil permet d'en changer.`,
  keep: {
    title: 'Gardez votre partie',
    text: "Elle ne vit que sur cet appareil, et s'efface après 90 jours sans visite.",
    lead: "Votre partie ne vit que sur cet appareil, et s'efface après 90 jours sans visite. Choisissez comment y revenir, et elle est à vous.",
    action: 'Garder ma partie',
    later: 'Plus tard',
    back: 'Retour',
    failed: "Votre partie n'est pas encore gardée. Réessayez.",
    email: {
      label: 'Email et mot de passe',
      text: 'Un mot de passe oublié se remplace par email.',
      email: 'Email',
      password: 'Mot de passe',
      done: "C'est gardé ! Votre email et votre mot de passe ouvrent désormais votre partie.",
    },
    passkey: {
      label: "Clé d'accès",
      text: 'Votre visage, votre doigt ou le code de votre appareil.',
      done: "C'est gardé ! Votre clé d'accès ouvre désormais votre partie.",
    },
    code: {
      label: 'Code de secours',
      text: 'Sans email : un code à noter, montré une seule fois.',
      noteIt: 'Notez ce code',
      why: ({ name }: { name: string }) =>
        `Avec votre pseudo, ${name}, il ouvre votre partie sur n'importe quel appareil : il se tape à la place du mot de passe. Gardez-le pour vous.`,
      once: 'Montré une seule fois',
      code: 'Votre code',
      copy: 'Copier le code',
      copied: 'Copié !',
      copiedAloud: 'Code copié',
      native: "L'enregistrer ailleurs",
      nativeFailed: "Le partage n'a pas abouti. Copiez plutôt le code.",
      nativeText: ({ name, code }: { name: string; code: string }) => `Ma partie d'OU LA LA : pseudo ${name}, code ${code}`,
      noted: "Je l'ai noté",
      again: 'Revoir le code',
      typeIt: 'Tapez-le une fois',
      typeItWhy: "Pour être sûr qu'il est bien noté. Majuscules, espaces et tirets ne comptent pas.",
      typed: 'Le code que vous avez noté',
      required: 'Tapez le code que vous avez noté',
      done: "C'est gardé ! Votre pseudo et votre code ouvrent désormais votre partie.",
    },
  },
  /** In place of what only somebody who has kept their game may do. */
  createBoard: {
    title: 'Envie de votre propre tableau ?',
    text: "Gardez d'abord votre partie : un email, une clé d'accès ou un code suffit.",
  },
  /** The name that others have for it, beside theirs. */
  badge: 'Sans email',
  signOut: {
    title: 'Partir sans garder votre partie ?',
    text: "Sans email ni code, seul un lien de retour de l'admin pourra vous y ramener.",
  },
  reEntry: {
    action: ({ name }: { name: string }) => `Lien de retour pour ${name}`,
    text: ({ name }: { name: string }) =>
      `${name} joue sans email. Après une déconnexion, ou sur un autre appareil, ce lien ramène à sa partie. À ne donner à personne d'autre.`,
    make: 'Créer le lien',
    waiting: ({ until }: { until: string }) => `Un lien l'attend déjà, jusqu'au ${until}. En créer un autre annule celui-là.`,
    label: 'Lien de retour',
    until: ({ until }: { until: string }) => `Ne sert qu'une fois, jusqu'au ${until}.`,
    copy: 'Copier le lien',
    copied: 'Copié !',
    copiedAloud: 'Lien copié',
    native: 'Partager le lien',
    nativeFailed: "Le partage n'a pas abouti. Copiez plutôt le lien.",
    // Sent from one person to another, who may say tu or vous: it says neither.
    nativeText: ({ url }: { url: string }) => `De quoi reprendre la partie sur OU LA LA, d'ici demain : ${url}`,
    failed: "Le lien n'a pas pu être créé. Réessayez.",
  },
});
