import { sentence, typographic } from '#client/ui/typography.ts';

export const privacyMessages = typographic({
  title: 'Confidentialité',
  lead: 'Vos données sont chiffrées en transit et au repos. Ici, vous décidez du reste.',
  dataCollection: {
    label: 'Collecte de données',
    text: 'Compte les fonctions utilisées et les erreurs. Rien ne part ailleurs.',
  },
  onlineStatus: { label: 'Statut en ligne', text: 'Un point dit aux membres de vos tableaux que vous êtes là.' },
  essentialCookies: {
    label: 'Cookies essentiels',
    text: "Sans eux, fermer le navigateur vous déconnecte, oublie l'appareil et y arrête les notifications en un jour.",
  },
  analytics: { label: "Mesure d'audience", text: 'Compte les visites, sans rien garder de vous.' },
  screenshotProtection: {
    label: "Protection contre les captures d'écran",
    text: "Floute l'app en arrière-plan et la cache à l'impression. Une page web ne peut pas empêcher une capture.",
  },
  settings: 'Vos réglages',
  saveFailed: "Ce réglage n'a pas été enregistré. Réessayez.",
  export: {
    title: 'Vos données',
    text: 'Un fichier avec tout ce que nous gardons de vous.',
    download: 'Exporter mes données',
    downloading: 'Préparation du fichier…',
    done: 'Le fichier est dans vos téléchargements.',
    failed: "L'export a échoué. Réessayez.",
  },
  deleteAccount: {
    section: 'Supprimer le compte',
    text: 'Votre profil, vos activités et les tableaux que vous administrez disparaissent pour toujours.',
    open: 'Supprimer mon compte',
    title: 'Confirmer la suppression',
    question: 'Êtes-vous sûr(e) de vouloir supprimer votre compte ? Cette action est irréversible et toutes vos données seront perdues.',
    password: 'Votre mot de passe',
    passwordFirst: "Choisissez d'abord un mot de passe, par « Mot de passe oublié ? ».",
    boards: ({ count }: { count: number }) =>
      count > 1 ? 'Ces tableaux seront supprimés avec votre compte :' : 'Ce tableau sera supprimé avec votre compte :',
    handOver: ({ board }: { board: string }) => `Confier ${board} à un membre`,
    keepNobody: 'À personne : supprimer le tableau',
    cancel: 'Annuler',
    confirm: 'Supprimer',
    confirming: 'Suppression…',
    loading: 'Chargement de vos tableaux…',
    loadFailed: 'Impossible de charger vos tableaux. Veuillez réessayer.',
    failed: "Votre compte n'a pas été supprimé. Réessayez.",
  },
  contact: ({ email }: { email: string }) => sentence`Une question sur vos données ? Écrivez à ${email}`,
});
