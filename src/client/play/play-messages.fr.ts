import type { AgreementKind, SeasonLength, TieRule } from '#shared/season-rules';
import { counted, fullDate, fullDay, listed, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** '31 décembre' of a day of the board's clock. */
export function dayOf(day: string): string {
  return fullDay(new Date(`${day}T12:00`).getTime());
}

/** What somebody proposes. */
const proposals: Record<AgreementKind, string> = { season: 'une saison', goal: 'un objectif commun' };

const numbers = new Intl.NumberFormat('fr-FR');

/** The texts of what a board plays for: proposals, running seasons, podiums. */
export const playMessages = typographic({
  offer: {
    title: 'Jouer pour quelque chose',
    text: ({ isDuel }: { isDuel: boolean }) =>
      isDuel
        ? 'Un petit-déj au lit, un massage, le choix du film… Fixez un enjeu à deux, pour une semaine ou pour un mois.'
        : 'Un resto, un gâteau, le choix du film… Fixez un enjeu ensemble, pour une semaine ou pour un mois.',
    open: 'Choisir un enjeu',
    another: 'Jouer pour autre chose',
  },
  hallOfFame: 'Palmarès',

  kinds: { season: 'Saison', goal: 'Objectif commun' },
  season: ({ number }: { number: number }) => `Saison ${number}`,
  goal: 'Objectif commun',
  stake: 'En jeu',
  stakeOf: ({ stake }: { stake: string }) => quoted(stake),
  length: (length: SeasonLength) =>
    length === 'week' ? 'Une semaine' : length === 'month' ? 'Un mois' : `Jusqu'au ${dayOf(length.lastDay)}`,
  ties: (ties: TieRule) => (ties === 'void' ? "En cas d'égalité, l'enjeu tombe à l'eau." : "En cas d'égalité, tout le monde gagne."),
  together: ({ points }: { points: number }) => `${numbers.format(points)} points, tous ensemble`,

  // A proposal
  proposes: ({ name, kind }: { name: string; kind: AgreementKind }) => `${name} propose ${proposals[kind]}`,
  youPropose: ({ kind }: { kind: AgreementKind }) => `Vous proposez ${proposals[kind]}`,
  someoneGone: "Quelqu'un qui est parti",
  awaited: ({ name, kind }: { name: string; kind: AgreementKind }) => `${name} propose ${proposals[kind]}. À vous de répondre.`,
  answerIt: 'À vous de répondre',
  begins: 'Ça commence à minuit, dès que tout le monde en est.',
  agreed: 'En sont déjà',
  waitingFor: ({ names, isMyTurn }: { names: readonly string[]; isMyTurn: boolean }) => {
    if (names.length === 0) return isMyTurn ? 'Il ne manque que vous.' : 'Tout le monde en est : ça commence à minuit.';
    const all = isMyTurn ? [...names, 'vous'] : names;
    return all.length > 3 ? `On attend encore ${counted(all.length, 'réponse')}.` : `On attend ${listed(all)}.`;
  },
  lapses: ({ at }: { at: number }) => `Réponses attendues jusqu'au ${fullDate(at)}, sinon la proposition s'efface toute seule.`,
  noNames: "Si quelqu'un dit non, personne n'apprend qui.",
  yes: "J'en suis",
  no: 'Pas cette fois',
  saidYes: 'Vous en êtes !',
  saidNo: ({ isDuel }: { isDuel: boolean }) => (isDuel ? "La proposition s'efface." : "La proposition s'efface, sans dire qui a dit non."),
  answerFailed: "Votre réponse n'a pas été enregistrée.",
  withdraw: 'Retirer',
  withdrawn: 'Proposition retirée',
  withdrawFailed: "La proposition n'a pas été retirée. Veuillez réessayer.",

  // Running
  tomorrow: 'Dès demain',
  daysLeft: ({ days }: { days: number }) => (days === 1 ? 'Dernier jour !' : `Encore ${days} jours`),
  over: 'Terminée, le podium arrive',
  goalOver: 'Terminé, le résultat arrive',
  brief: ({ what, days }: { what: string; days: string }) => `${what} · ${days.charAt(0).toLowerCase()}${days.slice(1)}`,
  until: ({ lastDay }: { lastDay: string }) => `Jusqu'au ${dayOf(lastDay)}, à minuit`,
  seasonRanking: ({ number }: { number: number }) => `Classement de la saison ${number}`,
  shares: 'Ce que chaque personne y met',
  allEven: 'Tout reste à jouer',
  youLead: ({ count }: { count: number }) => `vous menez de ${counted(count, 'point')}`,
  youFollow: ({ count, name }: { count: number; name: string }) => `à ${counted(count, 'point')} de ${name}`,
  youTie: 'à égalité en tête',
  yourRank: ({ rank }: { rank: number }) => (rank === 1 ? 'vous : 1ʳᵉ place' : `vous : ${rank}ᵉ place`),
  progress: ({ points, goal }: { points: number; goal: number }) => `${numbers.format(points)} sur ${counted(goal, 'point')}`,
  percent: ({ percent }: { percent: number }) => `${percent} %`,
  reachedAlready: "L'objectif est atteint : tout ce qui vient est du bonus.",
  joinedLate: 'en cours de route',
  left: 'plus sur le tableau',
  you: 'Vous',
  rank: ({ rank }: { rank: number }) => (rank === 1 ? '1ʳᵉ place' : `${rank}ᵉ place`),

  // Over
  seasonOver: ({ number }: { number: number }) => `Saison ${number} : le podium`,
  podium: ({ number }: { number: number }) => `Podium de la saison ${number}`,
  wins: ({ names, isMe, stake }: { names: readonly string[]; isMe: boolean; stake: string }) =>
    `${winnersInWords(names, isMe)} : ${quoted(stake)}`,
  winsPlainly: ({ names, isMe }: { names: readonly string[]; isMe: boolean }) => `${winnersInWords(names, isMe)} !`,
  nobodyWins: "Égalité en tête : personne ne gagne, l'enjeu tombe à l'eau.",
  reached: 'Objectif atteint, tous ensemble !',
  reachedFor: ({ stake }: { stake: string }) => `C'est gagné : ${quoted(stake)}`,
  missed: ({ isClose }: { isClose: boolean }) => (isClose ? "C'était à un cheveu." : 'Pas cette fois, mais quelle équipe !'),
  owed: 'Dû',
  paid: ({ at }: { at: number }) => `Réglé le ${fullDay(at)}`,
  awaitsPaying: "Le bouton « C'est réglé » est chez qui a gagné.",
  pay: "C'est réglé",
  payFailed: "Ce n'est pas encore enregistré. Veuillez réessayer.",
  paidThanks: 'Réglé. Bien joué !',
  again: 'On remet ça ?',
  changedSince: 'modifié depuis',
  changedSinceText: 'Une action a été annulée après la fin : le résultat reste celui du dernier jour.',

  // All of them
  none: 'Les saisons terminées viendront ici, avec leurs podiums.',
  loadFailed: "Le palmarès n'a pas pu être lu.",
  from: ({ startsOn, lastDay }: { startsOn: string; lastDay: string }) =>
    startsOn === lastDay ? `Le ${dayOf(startsOn)}` : `Du ${dayOf(startsOn)} au ${dayOf(lastDay)}`,
});

function winnersInWords(names: readonly string[], isMe: boolean): string {
  if (names.length > 1) return `${listed(names)} gagnent`;
  return isMe ? 'Vous gagnez' : `${names[0] ?? ''} gagne`;
}
