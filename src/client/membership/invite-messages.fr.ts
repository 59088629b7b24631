import { refusals } from '#shared/refusals';
import { typographic } from '#client/ui/typography.ts';

export const invitePageMessages = typographic({
  invitation: 'Invitation',
  text: 'On vous garde une place. Une fois membre, vous marquez des points et suivez ceux des autres.',
  invited: 'On vous attend',
  accept: 'Accepter',
  accepting: 'Un instant…',
  ask: 'Demander à rejoindre',
  asking: 'Envoi de la demande...',
  join: 'Rejoindre',
  /** Without the name, from a server of an older version. */
  admitted: 'Une place vous attend',
  invitedBy: ({ name }: { name: string }) => `${name} vous attend`,
  admittedText: 'Ce lien laisse entrer une seule personne.',
  rejected: 'Demande refusée',
  signIn: 'Se connecter pour rejoindre',
  signUp: "Pas encore de compte ? S'inscrire",
  /** Where sign-ups are closed. */
  membersOnly: 'Les inscriptions sont fermées ici : connectez-vous avec votre compte pour rejoindre le tableau.',
  loading: "Chargement de l'invitation…",
  sent: "Demande envoyée. La porte s'ouvre dès qu'on vous accepte.",
  whileWaiting: 'En attendant, un petit mot à la personne qui vous a envoyé le lien peut aider.',
  ownBoard: 'Créer un tableau',
  error: {
    title: 'Oups ! Une erreur est survenue',
    notFound: refusals.board_not_found[1],
    loadFailed: 'Erreur lors du chargement du tableau',
    acceptFailed: "Vous n'êtes pas encore membre. Réessayez.",
    sendFailed: "La demande n'est pas partie. Réessayez.",
    requests: 'Voir mes demandes',
    home: "Retour à l'accueil",
  },
});
