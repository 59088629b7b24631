import { isGame } from '#shared/games';
import type { AgreementKind, SeasonLength, TieRule } from '#shared/season-rules';
import { counted, fullDate, fullDay, listed, quoted, ranked, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** '31 décembre' of a day of the board's clock, in one line. */
export function dayOf(day: string): string {
  return plainDayOf(day).replaceAll(' ', '\u00A0');
}

/** The same, to break where there is little room. */
function plainDayOf(day: string): string {
  return fullDay(new Date(`${day}T12:00`).getTime());
}

/** What somebody proposes. */
const proposals: Record<AgreementKind, string> = {
  season: 'une saison',
  goal: 'un objectif commun',
  pause: 'une pause',
  contests: '« Mauvaise foi ! »',
  together: 'de jouer en complices',
  scores: 'de compter chacun son score',
};

/** What begins with the last yes, and not with the next day. */
function beginsAtOnce(kind: AgreementKind): boolean {
  return kind !== 'pause' && !isGame(kind);
}

const numbers = new Intl.NumberFormat('fr-FR');

/** '1 240', '−15': with the minus of the points beside it (U+2212). */
function amount(points: number): string {
  return numbers.format(points).replace('-', '\u2212');
}

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
    /** While a season or a goal runs. */
    more: 'Proposer autre chose',
  },
  hallOfFame: 'Palmarès',
  back: 'Retour',

  goal: 'Objectif commun',
  stake: 'En jeu',
  firstWins: "Qui finit en tête gagne l'enjeu.",
  stakeOf: ({ stake }: { stake: string }) => quoted(stake),
  length: (length: SeasonLength) =>
    length === 'week' ? 'Une\u00A0semaine' : length === 'month' ? 'Un\u00A0mois' : `Jusqu'au ${dayOf(length.lastDay)}`,
  ties: (ties: TieRule) =>
    ties === 'void' ? "En cas d'égalité, l'enjeu tombe\u00A0à\u00A0l'eau." : "En cas d'égalité, on partage la victoire.",
  together: ({ points, length }: { points: number; length: string }) => `${counted(points, 'point')} ensemble · ${beginSmall(length)}`,

  // A proposal
  proposes: ({ name, kind }: { name: string; kind: AgreementKind }) => `${name} propose ${proposals[kind]}`,
  youPropose: ({ kind }: { kind: AgreementKind }) => `Vous proposez ${proposals[kind]}`,
  someoneGone: "Quelqu'un qui est parti",
  awaited: ({ name, kind }: { name: string; kind: AgreementKind }) => `${name} propose ${proposals[kind]}. À vous de répondre.`,
  answerIt: 'À vous de répondre',
  begins: ({ kind, isDuel }: { kind: AgreementKind; isDuel: boolean }) => {
    if (isDuel) return beginsAtOnce(kind) ? "Un oui, et c'est parti." : "Un oui, et c'est parti à minuit.";
    return beginsAtOnce(kind) ? "Au dernier oui, c'est parti." : 'Au dernier oui, départ à minuit.';
  },
  agreed: "Déjà d'accord",
  waitingFor: ({ names, isMyTurn, kind }: { names: readonly string[]; isMyTurn: boolean; kind: AgreementKind }) => {
    if (names.length === 0)
      return isMyTurn
        ? 'Il ne manque que votre réponse.'
        : beginsAtOnce(kind)
          ? "Que des oui : c'est parti !"
          : 'Que des oui : départ à minuit !';
    const all = isMyTurn ? [...names, 'vous'] : names;
    return all.length > 3 ? `On attend encore ${counted(all.length, 'réponse')}.` : `On attend ${listed(all)}.`;
  },
  /** Its day and its hour stay whole. */
  lapses: ({ at }: { at: number }) => `Réponses jusqu'au ${fullDate(at).replace(' ', '\u00A0').replace('à ', 'à\u00A0')}.`,
  noNames: "Si quelqu'un dit non, personne ne saura qui l'a dit.",
  yes: "J'en suis",
  no: 'Pas cette fois',
  saidYes: 'Vous en êtes !',
  saidNo: ({ isDuel }: { isDuel: boolean }) =>
    isDuel ? "La proposition s'efface." : "La proposition s'efface, et personne ne saura que c'est vous.",
  answerFailed: "Votre réponse n'a pas été enregistrée.",
  withdraw: 'Retirer',
  withdrawn: 'Proposition retirée',
  withdrawFailed: "La proposition n'a pas été retirée. Réessayez.",

  // Running
  tomorrow: 'Dès demain',
  since: ({ day }: { day: string }) => `Dès le ${plainDayOf(day)}`,
  daysLeft: ({ days }: { days: number }) => (days === 1 ? 'Dernier jour !' : `Encore ${counted(days, 'jour')}`),
  /** Where there is little room. */
  daysInBrief: ({ days }: { days: number }) => (days === 1 ? 'Dernier jour' : `${days}\u00A0j`),
  over: 'Terminée : le podium arrive',
  goalOver: 'Terminé : le résultat arrive',
  /** After a middle dot. */
  within: ({ days }: { days: string }) => beginSmall(days),
  until: ({ lastDay }: { lastDay: string }) => `Jusqu'au ${dayOf(lastDay)} inclus`,
  ownPart: ({ points }: { points: number }) => `Votre part : ${spelledPoints(points)}`,
  /** Where other scores are shown, too: who leads, and where. */
  standing: ({ what, place }: { what: string; place: string }) => `${what} : ${place}`,
  /** Between the two, where they are drawn apart. */
  afterTitle: ' : ',
  place: {
    even: 'tout reste à jouer',
    lead: ({ count }: { count: number }) => `vous menez de ${counted(count, 'point')}`,
    follow: ({ count, name }: { count: number; name: string }) =>
      name.length > 12 ? `vous suivez à ${counted(count, 'point')}` : `${name} mène de ${counted(count, 'point')}`,
    tie: 'à égalité en tête',
    rank: ({ rank }: { rank: number }) => `vous êtes ${ranked(rank)}`,
  },
  /** Where it stands alone. */
  behind: ({ count, name }: { count: number; name: string }) => `${counted(count, 'point')} derrière ${name}`,
  alone: ({ place }: { place: string }) => beginLarge(place),
  points: ({ points }: { points: number }) => amount(points),
  outOf: ({ goal }: { goal: number }) => `sur ${counted(goal, 'point')}`,
  progress: ({ points, goal }: { points: number; goal: number }) => `${amount(points)} sur ${counted(goal, 'point')}`,
  /** A card has no room for the unit. */
  part: ({ points, goal }: { points: number; goal: number }) => `${amount(points)} sur ${numbers.format(goal)}`,
  percent: ({ percent }: { percent: number }) => `${percent} %`,
  reachedAlready: "Objectif atteint : le reste, c'est du bonus.",
  joinedLate: 'en jeu depuis peu',
  left: "n'y joue plus",
  unplayed: "n'a pas joué",
  you: 'Vous',
  rank: ({ rank }: { rank: number }) => `${ranked(rank)} place`,

  // Resting
  pause: 'Pause',
  onPause: ({ lastDay }: { lastDay: string }) => `En pause jusqu'au ${dayOf(lastDay)}`,
  rests: ({ hasSeason }: { hasSeason: boolean }) => (hasSeason ? 'la série et la saison se reposent' : 'la série se repose'),
  pauseTomorrow: 'Pause dès demain',
  enjoy: 'Bon repos !',
  pausedFor: ({ days }: { days: number }) => (days === 1 ? 'Dernier jour de repos' : `Encore ${counted(days, 'jour')} de repos`),
  afterPause: ({ days }: { days: number }) => `${counted(days, 'jour')} à jouer après la pause`,
  pauseText: 'La série et la saison se reposent. Vos points, eux, comptent toujours au tableau.',

  // Over
  seasonOver: ({ title }: { title: string }) => `${title} : le podium`,
  podium: ({ title }: { title: string }) => `Podium : ${title}`,
  seasonRanking: ({ title }: { title: string }) => `Classement : ${title}`,
  wins: ({ names, isMe, stake }: { names: readonly string[]; isMe: boolean; stake: string | null }) =>
    stake === null ? `${winnersInWords(names, isMe)} !` : `${winnersInWords(names, isMe)} : ${quoted(stake)}`,
  /** The result of a season that ended days ago. */
  won: ({ names, isMe, stake }: { names: readonly string[]; isMe: boolean; stake: string | null }) => {
    const who = names.length > 1 ? `${listed(names)} ont gagné` : isMe ? 'Vous avez gagné' : `${names[0] ?? ''} a gagné`;
    return stake === null ? who : `${who} ${quoted(stake)}`;
  },
  nobodyWins: ({ isTied }: { isTied: boolean }) =>
    isTied ? "Égalité en tête : l'enjeu tombe à l'eau." : "Personne n'est au classement : l'enjeu tombe à l'eau.",
  reached: 'Objectif atteint, ensemble !',
  reachedFor: ({ stake }: { stake: string }) => `C'est gagné : ${quoted(stake)}`,
  missed: ({ isClose }: { isClose: boolean }) => (isClose ? 'À un cheveu près !' : 'La prochaine sera la bonne.'),
  owed: 'À régler',
  paid: ({ at }: { at: number }) => `Réglé le ${fullDay(at)}`,
  awaitsPaying: ({ names }: { names: readonly string[] }) => `${listed(names)} ${names.length > 1 ? 'diront' : 'dira'} quand c'est fait.`,
  pay: "C'est réglé",
  payFailed: "Ce n'est pas encore enregistré. Réessayez.",
  paidThanks: 'Réglé. Bien joué !',
  again: 'On remet ça ?',
  changedSince: 'action annulée depuis',
  changedSinceText: 'Le résultat reste celui du dernier jour.',

  // All of them
  none: 'Vos saisons terminées brilleront ici, podium compris.',
  loadFailed: 'Impossible de charger le palmarès. Veuillez réessayer.',
  /** 'Le 6 novembre', 'Du 6 au 26 novembre', 'Du 6 novembre au 4 décembre'. */
  from: ({ startsOn, lastDay }: { startsOn: string; lastDay: string }) => {
    if (startsOn === lastDay) return `Le ${dayOf(startsOn)}`;
    const isOneMonth = startsOn.slice(0, 7) === lastDay.slice(0, 7);
    return `Du ${isOneMonth ? dayOf(startsOn).split('\u00A0')[0] : dayOf(startsOn)} au ${dayOf(lastDay)}`;
  },
});

function beginLarge(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function beginSmall(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function winnersInWords(names: readonly string[], isMe: boolean): string {
  if (names.length > 1) return `${listed(names)} gagnent`;
  return isMe ? 'Vous gagnez' : `${names[0] ?? ''} gagne`;
}
