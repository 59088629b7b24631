import { typographic } from './typography.ts';

/** Words that are the same on every screen. */
export const words = typographic({
  add: 'Ajouter',
  back: 'Retour',
  cancel: 'Annuler',
  clearSearch: 'Effacer la recherche',
  close: 'Fermer',
  confirm: 'Confirmer',
  copied: 'Copié !',
  copy: 'Copier',
  copyFailed: 'La copie a échoué. Sélectionnez le texte pour le copier vous-même.',
  delete: 'Supprimer',
  dismissToast: 'Fermer le message',
  loading: 'Chargement...',
  newVersion: 'Une nouvelle version est disponible. Rechargez la page pour continuer.',
  reload: 'Recharger',
  reloadNeeded: "Cette page n'a pas pu être chargée entièrement. Rechargez-la.",
  remove: 'Retirer',
  retry: 'Réessayer',
  save: 'Enregistrer',
  saved: 'Enregistré',
  showMore: 'Voir plus',
  toasts: 'Messages',
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion.',
});
