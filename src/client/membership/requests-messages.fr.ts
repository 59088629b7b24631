import { counted } from '#client/ui/format.fr.ts';
import { sentence, typographic } from '#client/ui/typography.ts';

interface Named {
  from: string;
  to: string;
  invited: string;
  board: string;
}

export const requestsMessages = typographic({
  title: 'Demandes',
  subtitle: "Gérez vos demandes d'accès aux tableaux",
  tabs: {
    label: 'Demandes reçues et envoyées',
    received: ({ count }: { count: number }) => `Reçues (${count})`,
    sent: ({ count }: { count: number }) => `Envoyées (${count})`,
  },
  loading: 'Chargement...',
  loadFailed: 'Impossible de charger les demandes. Veuillez réessayer.',
  emptyReceived: {
    title: 'Aucune demande reçue',
    text: "Les demandes d'accès à vos tableaux apparaîtront ici",
    action: 'Voir mes tableaux',
  },
  emptySent: {
    title: 'Aucune demande envoyée',
    text: 'Les demandes que vous envoyez pour rejoindre des tableaux apparaîtront ici',
    action: 'Rejoindre un tableau',
  },
  warning: {
    title: 'Attention',
    text: 'Pour votre sécurité, acceptez seulement les personnes que vous connaissez et en qui vous avez confiance. Ce qui se partage ici est privé et personnel.',
    short: "N'acceptez que des personnes de confiance : ici, tout est privé et personnel.",
  },
  noneWaiting: { received: "Personne n'attend votre réponse", sent: "Vous n'attendez aucune réponse" },
  answered: ({ count }: { count: number }) => `Déjà répondues (${count})`,
  sentences: {
    invitation: {
      received: ({ from, board }: Pick<Named, 'from' | 'board'>) => sentence`${from} vous invite à rejoindre le tableau "${board}"`,
      sent: ({ to, board }: Pick<Named, 'to' | 'board'>) => sentence`Invitation envoyée à ${to} pour rejoindre "${board}"`,
    },
    member_invitation: {
      received: ({ from, invited, board }: Pick<Named, 'from' | 'invited' | 'board'>) =>
        sentence`${from} souhaite inviter ${invited} à rejoindre le tableau "${board}"`,
      sent: ({ invited, board }: Pick<Named, 'invited' | 'board'>) =>
        sentence`Demande envoyée à l'administrateur pour inviter ${invited} au tableau "${board}"`,
    },
    request: {
      received: ({ from, board }: Pick<Named, 'from' | 'board'>) => sentence`${from} souhaite rejoindre le tableau "${board}"`,
      sent: ({ board }: Pick<Named, 'board'>) => sentence`Demande envoyée pour rejoindre "${board}"`,
    },
  },
  statuses: { pending: 'En attente de réponse', accepted: 'Demande acceptée', rejected: 'Demande refusée' },
  accept: 'Accepter',
  reject: 'Refuser',
  invitedNow: ({ invited, board }: Pick<Named, 'invited' | 'board'>) => `${invited} reçoit une invitation à rejoindre ${board}`,
  welcome: ({ board }: Pick<Named, 'board'>) => `Bienvenue sur ${board} !`,
  openBoard: 'Ouvrir le tableau',
  acceptFailed: "Erreur lors de l'ajout du membre",
  rejectFailed: "Le refus n'a pas été enregistré. Réessayez.",
  waiting: ({ count }: { count: number }) => counted(count, 'invitation en attente', 'invitations en attente'),
  withdraw: { invitation: "Retirer l'invitation", member_invitation: 'Retirer la proposition', request: 'Retirer la demande' },
  withdrawn: { invitation: 'Invitation retirée', member_invitation: 'Proposition retirée', request: 'Demande retirée' },
  withdrawFailed: "Le retrait n'a pas été enregistré. Réessayez.",
  joinRequests: {
    title: ({ from }: Pick<Named, 'from'>) => `${from} frappe à la porte`,
    text: ({ board }: Pick<Named, 'board'>) => `et veut rejoindre ${board}`,
    aloud: ({ from, board }: Pick<Named, 'from' | 'board'>) => `${from} frappe à la porte et veut rejoindre ${board}`,
    others: ({ count }: { count: number }) => counted(count, 'autre attend', 'autres attendent'),
    later: 'Plus tard',
    accepted: ({ board }: Pick<Named, 'board'>) => `La porte de ${board} vous est ouverte`,
  },
  block: {
    action: 'Ne plus recevoir ses invitations',
    title: ({ from }: Pick<Named, 'from'>) => `Ne plus recevoir d'invitations de ${from} ?`,
    text: ({ from }: Pick<Named, 'from'>) =>
      `Ses invitations ne vous parviendront plus, celles qui attendent non plus. ${from} n'en saura rien. Pour changer d'avis : menu du profil, Confidentialité.`,
    confirm: 'Ne plus recevoir',
    done: ({ from }: Pick<Named, 'from'>) => `Les invitations de ${from} ne vous parviennent plus`,
    failed: "Ce choix n'a pas été enregistré. Réessayez.",
  },
});

export const blockedMessages = typographic({
  title: 'Invitations bloquées',
  text: 'Les invitations de ces personnes ne vous parviennent pas.',
  unblock: 'Débloquer',
  unblockNamed: ({ name }: { name: string }) => `Débloquer ${name}`,
  unblocked: ({ name }: { name: string }) => `Les invitations de ${name} vous parviennent de nouveau`,
  failed: "Ce choix n'a pas été enregistré. Réessayez.",
});
