import { fullDay, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The section 'Jetons' of 'Ouvrir des portes'. */
export const tokenMessages = typographic({
  title: 'Jetons',
  lead: "Un jeton est une clé que vous confiez à un programme, raccourci de l'iPhone ou maison connectée : il lit vos tableaux ou y note en votre nom, et rien d'autre.",
  loading: 'Chargement de vos jetons',
  loadFailed: 'Impossible de charger vos jetons. Veuillez réessayer.',
  rights: { read: 'Lire', log: 'Lire et noter' },
  allBoards: 'Tous vos tableaux',
  someBoards: ({ names }: { names: readonly string[] }) => names.join(', '),
  noBoard: 'Plus aucun tableau',
  leftBoard: 'un tableau quitté',
  made: ({ time }: { time: number }) => `Créé le ${fullDay(time)}`,
  used: ({ time }: { time: number }) => `Utilisé pour la dernière fois le ${fullDay(time)}`,
  unused: 'Pas encore utilisé',
  ends: ({ time }: { time: number }) => `Valable jusqu'au ${fullDay(time)}`,
  ended: ({ time }: { time: number }) => `Expiré le ${fullDay(time)}`,
  forever: "Valable jusqu'à sa suppression",
  make: 'Créer un jeton',
  remove: 'Supprimer',
  removeNamed: ({ name }: { name: string }) => `Supprimer ${name}`,
  removal: {
    title: 'Supprimer ce jeton ?',
    text: ({ name }: { name: string }) =>
      `Le programme qui utilise ${quoted(name)} ne pourra plus ni lire ni noter. C'est immédiat et définitif.`,
    done: ({ name }: { name: string }) => `Jeton supprimé : ${name}`,
    failed: 'Impossible de supprimer ce jeton. Réessayez.',
  },
  making: {
    title: 'Nouveau jeton',
    name: 'Nom',
    nameHint: 'Pour vous y retrouver : « Bouton de la cuisine ».',
    rights: 'Ce que le programme peut faire',
    boards: 'Tableaux',
    whichBoards: { all: 'Tous', some: 'Certains' },
    lasts: 'Durée de validité',
    lives: { month: '30 jours', year: 'Un an', forever: 'Sans fin' },
    submit: 'Créer le jeton',
    failed: 'Impossible de créer ce jeton. Réessayez.',
  },
  shown: {
    title: 'Copiez ce jeton maintenant',
    text: "Il ne sera plus jamais montré. Avec lui, n'importe qui peut faire ce que vous venez de permettre : ne le confiez qu'à votre programme.",
    label: 'Jeton',
    copy: 'Copier le jeton',
    copied: 'Copié',
    copiedAloud: 'Jeton copié',
    done: "C'est fait",
  },
});
