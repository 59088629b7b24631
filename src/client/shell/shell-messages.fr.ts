import { counted } from '#client/ui/format.fr.ts';
import { sentence, typographic } from '#client/ui/typography.ts';

export const shellMessages = typographic({
  skipToContent: 'Aller au contenu',
  openProfile: 'Ouvrir le menu du profil',
  editProfile: 'Modifier le profil',
  navigation: {
    label: 'Navigation principale',
    home: 'Accueil',
    boards: 'Tableaux',
    requests: 'Demandes',
    add: 'Noter une action',
    question: 'une réponse à donner',
    pendingRequests: ({ count }: { count: number }) =>
      count > 1 ? sentence`${String(count)} demandes en attente` : sentence`${String(count)} demande en attente`,
  },
  /** The titles of screens whose own texts are loaded with them. */
  screens: { boards: 'Mes tableaux', createBoard: 'Créer un tableau', achievements: 'Succès', doors: 'Ouvrir des portes' },
  connection: {
    lost: 'Connexion perdue. Reconnexion en cours…',
    offline: ({ count }: { count: number }) => (count === 0 ? 'Hors ligne' : `Hors ligne, ${counted(count, 'action')} en attente`),
    offlineAsOf: ({ count, date }: { count: number; date: string }) =>
      `Hors ligne${count === 0 ? '' : `, ${counted(count, 'action')} en attente`}. Données du ${date}`,
    waiting: ({ count }: { count: number }) => `${counted(count, 'action')} en attente.`,
    sending: ({ count }: { count: number }) => `Envoi de ${counted(count, 'action')}…`,
    unsafe: ({ count }: { count: number }) =>
      count === 1
        ? "Une action n'est pas encore en sécurité : gardez cette page ouverte jusqu'à son envoi."
        : `${counted(count, 'action')} ne sont pas encore en sécurité : gardez cette page ouverte jusqu'à leur envoi.`,
  },
  notFound: {
    title: "Cette page n'existe pas",
    text: 'Elle est sortie sans laisser de mot.',
    home: "Retour à l'accueil",
  },
  crash: {
    title: 'Oups ! Une erreur est survenue',
    text: "Vous n'y êtes pour rien. Réessayez, ou rechargez la page.",
  },
});
