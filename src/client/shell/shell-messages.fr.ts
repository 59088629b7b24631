import { counted } from '../format.fr.ts';
import { typographic } from '../typography.ts';

export const shellMessages = typographic({
  name: 'OU LA LA',
  pageTitle: ({ title }: { title: string }) => `${title} · OU LA LA`,
  skipToContent: 'Aller au contenu',
  openProfile: 'Ouvrir le menu du profil',
  navigation: {
    label: 'Navigation principale',
    home: 'Accueil',
    boards: 'Tableaux',
    requests: 'Demandes',
    pendingRequests: ({ count }: { count: number }) => `${counted(count, 'demande')} en attente`,
  },
  connection: {
    lost: 'Connexion perdue. Reconnexion en cours...',
    offline: ({ count }: { count: number }) => (count === 0 ? 'Hors ligne' : `Hors ligne, ${counted(count, 'action')} en attente`),
    sending: ({ count }: { count: number }) => `Envoi de ${counted(count, 'action')}...`,
  },
  consent: {
    label: "Mesure d'audience",
    text: "Pouvons-nous compter les visites pour améliorer OU LA LA ? Ces chiffres restent ici et ne vont chez personne d'autre.",
    accept: "D'accord",
    refuse: 'Non merci',
  },
  install: {
    title: 'Gardez OU LA LA sous la main',
    text: "L'application s'ouvre d'un geste, même sans réseau.",
    install: "Installer l'application",
    later: 'Plus tard',
    ios: "Touchez Partager, puis Sur l'écran d'accueil.",
  },
  update: { ready: 'Une nouvelle version est prête.', apply: 'Mettre à jour', later: 'Plus tard' },
  notFound: {
    title: "Cette page n'existe pas",
    text: 'Elle est sortie sans laisser de mot.',
    home: "Retour à l'accueil",
  },
  crash: {
    title: 'Oups ! Une erreur est survenue',
  },
});

export const profileMenuMessages = typographic({
  label: 'Menu du profil',
  edit: 'Modifier le profil',
  darkMode: 'Mode sombre',
  lightMode: 'Mode clair',
  privacy: 'Confidentialité',
  share: 'Partager',
  achievements: 'Succès',
  signOut: 'Déconnexion',
  signOutFailed: 'La déconnexion a échoué. Veuillez réessayer.',
  signOutWithQueue: {
    title: "Des actions attendent d'être envoyées",
    text: ({ count }: { count: number }) => `${counted(count, 'action')} en attente : se déconnecter maintenant, c'est y renoncer.`,
    confirm: 'Se déconnecter quand même',
    stay: 'Rester',
  },
});

export const privacyMessages = typographic({
  title: 'Confidentialité',
  lead: 'Vos données sont chiffrées en transit et au repos. Ici, vous décidez du reste.',
  dataCollection: {
    label: 'Collecte de données',
    text: "Compte les fonctions que vous utilisez. Ces chiffres ne vont chez personne d'autre.",
  },
  onlineStatus: { label: 'Statut en ligne', text: 'Montre un point de présence aux membres de vos tableaux.' },
  essentialCookies: { label: 'Cookies essentiels', text: 'Sans eux, votre session se termine quand vous fermez le navigateur.' },
  analytics: { label: 'Analyses', text: "Compte les visites de l'application, sans rien garder de vous." },
  screenshotProtection: {
    label: "Protection contre les captures d'écran",
    text: "Floute le contenu quand l'application passe à l'arrière-plan et le cache à l'impression. Aucune page web ne peut empêcher une capture d'écran.",
  },
  saveFailed: "Ce réglage n'a pas été enregistré.",
  hiddenContent: 'Contenu masqué',
  export: {
    title: 'Vos données',
    text: 'Un fichier avec tout ce que nous gardons de vous.',
    download: 'Exporter mes données',
    downloading: 'Préparation du fichier...',
    failed: "L'export a échoué. Veuillez réessayer.",
  },
  deleteAccount: {
    section: 'Supprimer le compte',
    text: 'Votre profil, vos activités et les tableaux que vous administrez disparaissent pour toujours.',
    open: 'Supprimer mon compte',
    title: 'Confirmer la suppression',
    question: 'Êtes-vous sûr(e) de vouloir supprimer votre compte ? Cette action est irréversible et toutes vos données seront perdues.',
    password: 'Votre mot de passe',
    boards: ({ count }: { count: number }) =>
      count > 1 ? 'Ces tableaux seront supprimés avec votre compte :' : 'Ce tableau sera supprimé avec votre compte :',
    handOver: ({ board }: { board: string }) => `Confier ${board} à un membre`,
    keepNobody: 'Personne, le supprimer',
    cancel: 'Annuler',
    confirm: 'Supprimer',
    confirming: 'Suppression...',
    failed: "Votre compte n'a pas été supprimé. Veuillez réessayer.",
  },
  contact: ({ email }: { email: string }) => `Une question sur vos données ? Écrivez à ${email}`,
});

export const shareAppMessages = typographic({
  title: 'Partager OU LA LA',
  lead: "Le jeu est plus drôle quand quelqu'un conteste les points.",
  native: 'Partager avec...',
  copy: 'Copier',
  copied: 'Copié !',
  messages: 'Messages',
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  snapchat: 'Snapchat',
  mail: 'Mail',
  saveFile: 'Enregistrer dans Fichiers',
  newWindow: ({ name }: { name: string }) => `${name} (nouvelle fenêtre)`,
  fileName: 'ou-la-la.txt',
  // Sent from one friend to another, who may say tu or vous: it says neither.
  invitation: ({ url }: { url: string }) =>
    `Je joue à OU LA LA : des points pour chaque petite attention, et pour chaque vaisselle oubliée. On s'y retrouve ? ${url}`,
  mailSubject: 'Une partie de OU LA LA ?',
});
