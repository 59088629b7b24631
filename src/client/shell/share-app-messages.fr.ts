import { typographic } from '#client/ui/typography.ts';

export const shareAppMessages = typographic({
  title: 'Partager OU LA LA',
  lead: "Le jeu est plus drôle quand quelqu'un conteste les points.",
  native: 'Partager avec…',
  nativeFailed: "Le partage n'a pas abouti. Copiez plutôt l'adresse.",
  link: 'Adresse du jeu',
  ways: 'Où partager',
  copiedAloud: 'Adresse copiée',
  copy: 'Copier',
  copied: 'Copié !',
  messages: 'Messages',
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  snapchat: 'Snapchat',
  mail: 'Mail',
  saveFile: 'Enregistrer dans Fichiers',
  newWindow: "S'ouvre dans une nouvelle fenêtre",
  fileName: 'ou-la-la.txt',
  // Sent from one friend to another, who may say tu or vous: it says neither.
  invitation: ({ url }: { url: string }) =>
    `Je joue à OU LA LA : des points pour chaque petite attention, et quelques-uns en moins par vaisselle oubliée. On s'y retrouve ? ${url}`,
  mailSubject: "Une partie d'OU LA LA ?",
});
