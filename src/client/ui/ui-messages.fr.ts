import { typographic } from './typography.ts';

/** Words that are the same on every screen. */
export const words = typographic({
  add: 'Ajouter',
  appName: 'OU LA LA',
  cancel: 'Annuler',
  clearSearch: 'Effacer la recherche',
  close: 'Fermer',
  copyFailed: 'La copie a échoué. Sélectionnez le texte pour le copier vous-même.',
  dismissToast: 'Fermer le message',
  hiddenContent: 'Contenu masqué',
  newVersion: 'Une nouvelle version est disponible. Rechargez la page pour continuer.',
  pageTitle: ({ title }: { title: string }) => `${title} · OU LA LA`,
  reload: 'Recharger',
  reloadNeeded: "Cette page n'a pas pu être chargée entièrement. Rechargez-la.",
  retry: 'Réessayer',
  save: 'Enregistrer',
  showMore: 'Voir plus',
  toasts: 'Messages',
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion.',
});
