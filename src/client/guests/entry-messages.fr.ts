import { typographic } from '#client/ui/typography.ts';

/** For somebody who begins to play without an email, on the page of a link for one person. */
export const guestEntryMessages = typographic({
  text: "Un prénom, un visage, et c'est à vous de jouer.",
  name: 'Votre prénom',
  nameRequired: 'Il manque votre prénom',
  face: 'Votre visage',
  play: 'Jouer',
  /** What is to be known before the press. */
  terms:
    "Ni email ni mot de passe : votre partie reste sur cet appareil. Sans visite pendant 90 jours, elle s'efface, sauf si vous choisissez de la garder.",
  /** Somebody else was faster, or it is over. */
  used: "Ce lien ne laisse plus entrer personne. Demandez-en un autre à la personne qui vous l'a envoyé.",
  cookiesRefused: 'Votre navigateur refuse les cookies : autorisez-les pour ce site, puis touchez à nouveau « Jouer ».',
  failed: "La partie n'a pas pu s'ouvrir. Réessayez.",
});

/** On the page of a link of re-entry. */
export const reEntryMessages = typographic({
  title: 'Lien de retour',
  welcome: 'Bon retour !',
  text: "Votre partie vous attend là où vous l'aviez laissée.",
  once: "Ce lien ne sert qu'une fois, et ferme votre partie sur l'ancien appareil.",
  resume: 'Reprendre ma partie',
  over: 'Ce lien ne mène plus nulle part',
  overText: "Un lien de retour ne sert qu'une fois, dans les 24 heures. Demandez-en un nouveau à la personne qui vous l'a envoyé.",
  here: ({ name }: { name: string }) => `Sur cet appareil, c'est déjà ${name} qui joue. Déconnectez-vous d'abord, puis rouvrez ce lien.`,
  home: "Retour à l'accueil",
  loading: 'Chargement du lien…',
  loadFailed: "Le lien n'a pas pu être lu. Réessayez.",
  failed: "La partie n'a pas pu s'ouvrir. Réessayez.",
  cookiesRefused: 'Votre navigateur refuse les cookies : autorisez-les pour ce site, puis demandez un nouveau lien.',
});
