import { typographic } from '#client/ui/typography.ts';

export const notificationsMessages = typographic({
  title: 'Notifications',
  recent: "Tout ce qui s'est passé",
  empty: { text: 'Rien pour le moment. La première action ouvrira le bal.', action: 'Choisir une action' },
  loading: 'Chargement des activités…',
  loadFailed: 'Impossible de charger les activités. Veuillez réessayer.',
  showMore: "Voir plus d'activités",
  end: 'Tout a commencé ici.',
});
