/** All that the catalogues and the YunoHost package say of the app, told once in each language. */

export interface Text {
  fr: string;
  en: string;
}

export const id = 'ou-la-la';
export const name = 'OU LA LA';

/** One line without a full stop: Umbrel and CasaOS show it under the name. */
export const tagline: Text = {
  fr: 'Le jeu de points des couples et des bandes d’amis',
  en: 'The points game for couples and friends, in French',
};

/** Paragraphs. */
export const description: readonly Text[] = [
  {
    fr: 'Sur un tableau privé, chacun note ce qu’il a fait : le petit-déjeuner au lit rapporte 20 points, la vaisselle oubliée en coûte 15. Les scores bougent au même instant sur tous les téléphones, et sans réseau on continue : tout part plus tard.',
    en: 'On a private board everybody notes what they did: breakfast in bed brings 20 points, forgotten dishes cost 15. Scores move on every phone at the same moment, and without a network you go on: all is sent later.',
  },
  {
    fr: 'Une flamme compte les jours où vous avez joué ensemble, le lundi un récap raconte la semaine, et vous pouvez jouer pour un enjeu. Un tableau n’est vu que des personnes invitées, et les mots que vous y écrivez sont chiffrés dans la base.',
    en: 'A flame counts the days on which you played together, on Monday a recap tells the week, and you can play for a stake. Only invited people see a board, and the words that you write on it are encrypted in the database.',
  },
  { fr: 'L’application parle français.', en: 'The app speaks French.' },
];

/** What the host should know before the first start. */
const first: Text = {
  fr: 'Créez votre compte avant de donner l’adresse : le premier est le vôtre.',
  en: 'Make your account before you give the address away: the first one is yours.',
};
const plainHttp: Text = {
  fr: 'En http simple, comme sur le réseau de la maison, on joue, mais sans clés d’accès, sans notifications, sans installation et sans mode hors ligne : les navigateurs ne les donnent qu’en https.',
  en: 'Over plain http, as in the network of the house, the game works, but without passkeys, notifications, installing and the offline mode: browsers give them over https only.',
};
const oneFolder: Text = {
  fr: 'La base et la clé qui la déchiffre sont dans le même dossier de données : sauvegardez-le entier, car l’une sans l’autre ne se lit pas.',
  en: 'The database and the key that decrypts it are in the same data folder: back it up whole, since neither can be read without the other.',
};
const signUps: Text = {
  fr: 'SIGN_UPS=invited ne laisse entrer ensuite que les personnes qui ont un lien. Avec https, donnez l’adresse publique dans ORIGIN.',
  en: 'SIGN_UPS=invited then lets in only people who have a link. With https, put the public address into ORIGIN.',
};
const invitedOnly: Text = {
  fr: 'Ensuite, seules les personnes qui ont un lien peuvent créer le leur.',
  en: 'Then only people who have a link can make one.',
};
export const advice: readonly Text[] = [first, signUps, plainHttp, oneFolder];
/** The same where the host can set nothing. */
export const adviceWithoutSettings: readonly Text[] = [first, invitedOnly, plainHttp, oneFolder];

/** The settings of the server that a catalogue offers; the README has them all. */
export const options = {
  ORIGIN: {
    fr: {
      label: 'Adresse publique',
      help: 'L’adresse en https par laquelle on joue, comme https://jeu.example.org. Vide, le jeu répond à toutes.',
    },
    en: {
      label: 'Public address',
      help: 'The https address at which people play, as in https://jeu.example.org. Empty, the game answers at any.',
    },
  },
  TRUST_PROXY: {
    fr: { label: 'Derrière un proxy', help: 'true seulement si chaque appel passe par un proxy qui écrit X-Forwarded-For.' },
    en: { label: 'Behind a proxy', help: 'true only where every call comes through a proxy that writes X-Forwarded-For.' },
  },
  SIGN_UPS: {
    fr: {
      label: 'Inscriptions',
      help: 'open : tout le monde. invited : avec un lien. closed : personne. Le premier compte peut toujours être créé.',
    },
    en: { label: 'Sign-ups', help: 'open: everybody. invited: by a link. closed: nobody. The first account can always be made.' },
  },
  SMTP_URL: {
    fr: {
      label: 'Serveur de mails',
      help: 'Comme smtps://nom:motdepasse@mail.example.org. Vide, les mails sont des fichiers du dossier de données.',
    },
    en: { label: 'Mail server', help: 'As in smtps://name:password@mail.example.org. Empty, mails are files in the data folder.' },
  },
  MAIL_FROM: {
    fr: { label: 'Expéditeur des mails', help: 'Une adresse, ou un nom suivi de l’adresse entre chevrons.' },
    en: { label: 'Sender of mails', help: 'An address, or a name with the address in angle brackets.' },
  },
  SUPPORT_EMAIL: {
    fr: { label: 'Adresse de contact', help: 'L’adresse à laquelle on écrit au sujet de ses données.' },
    en: { label: 'Contact', help: 'The address to which people write about their data.' },
  },
} as const satisfies Record<string, Record<keyof Text, { label: string; help: string }>>;
