import { counted, pointsUnit, ranked } from '#client/ui/format.fr.ts';
import { isLong, shortCount } from '#client/ui/short-points.ts';
import { typographic } from '#client/ui/typography.ts';

export const boardsMessages = typographic({
  title: 'Mes tableaux',
  members: ({ count }: { count: number }) => counted(count, 'membre'),
  actions: ({ count }: { count: number }) => counted(count, 'action'),
  unit: pointsUnit,
  /** After the points of all members together. */
  inAll: 'en tout',
  /** After the number of one's own place, and behind it. */
  ordinal: ({ rank }: { rank: number }) => (rank === 1 ? 're' : 'e'),
  among: ({ count }: { count: number }) => `sur ${count}`,
  tied: 'à égalité',
  /** On a board of two, instead of a place. */
  youLead: ({ count }: { count: number }) => `Vous menez de\u00a0${shortCount(count)}`,
  behind: ({ count }: { count: number }) => (isLong(count) ? `À ${shortCount(count)} ${pointsUnit}` : `À ${counted(count, 'point')}`),
  equal: 'À égalité',
  /** Instead of a place: nobody has points, or there is nobody else. */
  even: 'Tout reste à jouer',
  alone: 'En solo',
  /** The words of a common goal: whose the points are, and how many are missing. */
  together: 'Ensemble',
  left: ({ count }: { count: number }) => `Plus que ${counted(count, 'point')}`,
  reached: 'Objectif atteint',
  loading: 'Chargement de vos tableaux…',
  loadFailed: 'Impossible de charger les tableaux. Veuillez réessayer.',
  empty: {
    title: 'Aucun tableau',
    text: 'Le premier se crée en une minute, à deux ou en bande.',
  },
  newBoard: 'Nouveau tableau',
  create: 'Créer un tableau',
  join: 'Rejoindre un tableau',
  themes: { pink: 'Rose', blue: 'Bleu', orange: 'Orange', green: 'Vert', purple: 'Violet' },
});

export const joinBoardMessages = typographic({
  title: 'Rejoindre un tableau',
  text: "Collez le lien d'invitation que vous avez reçu.",
  link: "Lien d'invitation",
  submit: 'Rejoindre',
  invalid: "Lien d'invitation invalide",
});

export const boardMessages = typographic({
  openSettings: 'Réglages du tableau',
  share: 'Partager le tableau',
  totalLabel: 'Score du tableau',
  you: 'Vous',
  /** Before anybody has points. */
  begin: "Et vous, un geste aujourd'hui ?",
  ownRank: ({ rank, shared }: { rank: number; shared: boolean }) => `Vous : ${ranked(rank)} place${shared ? ', à égalité' : ''}`,
  /** Beside one's own score. */
  ownPlace: ({ rank, shared, count }: { rank: number; shared: boolean; count: number }) =>
    `Vous · ${ranked(rank)} sur ${count}${shared ? ', à égalité' : ''}`,
  /** Beside one's own score where there is little room. */
  rankShort: ({ rank }: { rank: number }) => ranked(rank),
  tabs: { label: 'Vues du tableau', actions: 'Actions', scores: 'Scores', notifications: 'Notifications' },
  loading: 'Chargement du tableau…',
  notFound: 'Tableau non trouvé',
  notFoundText: "Il a été supprimé, ou vous n'en faites pas partie.",
  loadFailed: 'Erreur lors du chargement du tableau',
  notHereYet: "Ce tableau n'a pas encore été ouvert sur cet appareil",
  notHereYetText: "Il s'affichera au retour du réseau.",
  backToBoards: 'Retour aux tableaux',
  online: 'En ligne',
});
