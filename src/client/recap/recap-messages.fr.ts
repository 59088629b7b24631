import { daysAfter } from '#shared/calendar';
import type { SeasonKind } from '#shared/season-rules';
import type { Recap, Wink } from '#shared/recap';
import { weekInWords } from '#shared/week-in-words.fr';
import { counted, listed, quoted, signedPoints, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: 'UTC' });
const weekdayLetter = new Intl.DateTimeFormat('fr-FR', { weekday: 'narrow', timeZone: 'UTC' });
const number = new Intl.NumberFormat('fr-FR');

type SeasonTitles = Record<SeasonKind, string>;

const unitOf = (points: number, singular: string) => (Math.abs(points) < 2 ? singular : `${singular}s`);

export const recapMessages = typographic({
  news: 'Le récap de la semaine est là',
  filmOf: ({ period }: { period: string }) => (period.length > 4 ? 'Un an de plus : le film est prêt' : "Le film de l'année est prêt"),
  /** Where there is room for one word only. */
  newsInShort: 'Récap',
  filmInShort: 'Film',
  /** Beside a button for each of several boards. */
  shortNews: 'Vos récaps',
  shortNewsWithFilms: 'Vos films et récaps',
  title: ({ board }: { board: string }) => `Le récap de ${board}`,
  position: ({ place, count }: { place: number; count: number }) => `Carte ${place} sur ${count}`,
  archive: 'Récaps',
  next: 'Suivant',
  previous: 'Précédent',
  loading: 'Le récap arrive…',
  loadFailed: 'Impossible de charger le récap. Veuillez réessayer.',
  gone: "Ce récap n'est plus là : ce qu'il racontait a été annulé, ou il a plus de quatre semaines.",
  week: ({ monday }: { monday: string }) => `La semaine ${weekInWords(monday)}`,
  number: ({ count }: { count: number }) => number.format(count),
  total: {
    points: ({ points }: Pick<Recap['total'], 'points'>) => unitOf(points, 'point'),
    actions: ({ actions, people }: Pick<Recap['total'], 'actions' | 'people'>) =>
      `en ${counted(actions, 'action')}${people < 2 ? '' : people === 2 ? ', à vous deux' : ', ensemble'}`,
    /** Where the points are no reason to cheer. */
    actionsAlone: ({ actions }: Pick<Recap['total'], 'actions'>) => `${unitOf(actions, 'action')} au compteur`,
    more: ({ count }: { count: number }) => `${counted(count, 'action')} de plus que la semaine d'avant`,
    same: "Pile autant que la semaine d'avant",
    fewer: ({ before }: { before: number }) => `${counted(before, 'action')} la semaine d'avant : celle-ci a pris son temps`,
    first: "Et ça repart : la semaine d'avant se reposait",
  },
  gestures: {
    title: 'Le geste de la semaine',
    others: 'Retenus aussi',
    /** Before what was chosen. `isMe`: the person is among them, and not in the names. */
    chose: ({ names, isMe }: { names: readonly string[]; isMe: boolean }) => {
      const all = isMe ? [...names, names.length > 0 ? 'vous' : 'Vous'] : names;
      return `${listed(all)} ${isMe ? 'avez' : all.length > 1 ? 'ont' : 'a'} retenu :`;
    },
    of: ({ name, isMe }: { name: string; isMe: boolean }) => `Un geste signé ${isMe ? 'vous' : name}`,
    words: ({ words }: { words: string }) => quoted(words),
    /** Where several have chosen it. */
    wordsOf: ({ words, name }: { words: string; name: string }) => `${quoted(words)}, ${name}`,
    /** The answer of the person whose gesture it was. */
    thank: 'Merci ❤️',
    thanked: "C'est dit : merci ❤️",
    thankedBy: ({ name }: { name: string }) => `${name} dit merci ❤️`,
  },
  leaders: {
    title: 'En tête de la semaine',
    you: 'Vous !',
    names: ({ names }: { names: readonly string[] }) => listed(names),
    points: ({ points }: { points: number }) => spelledPoints(points),
    each: ({ points }: { points: number }) => `${spelledPoints(points)}, à égalité`,
    tie: 'Égalité au sommet',
  },
  days: {
    title: 'Le plus beau jour',
    name: ({ monday, index }: { monday: string; index: number }) => weekday.format(new Date(daysAfter(monday, index))),
    letter: ({ monday, index }: { monday: string; index: number }) => weekdayLetter.format(new Date(daysAfter(monday, index))),
    best: ({ points, actions }: { points: number; actions: number }) => `${signedPoints(points)} en ${counted(actions, 'action')}`,
  },
  favourite: {
    title: 'La chouchoute de la semaine',
    times: ({ times }: { times: number }) => `notée ${counted(times, 'fois', 'fois')}`,
  },
  loss: {
    title: 'Le faux pas qui fait sourire',
    nobody: 'Qui ça ? On ne le dira pas.',
  },
  flame: {
    title: 'La flamme, dimanche soir',
    days: ({ days }: { days: number }) => `${unitOf(days, 'jour')} de série`,
    first: 'Toute neuve : à vous de la nourrir',
    best: 'Votre plus belle série à ce jour',
    record: ({ days }: { days: number }) => `Record : ${counted(days, 'jour')}`,
  },
  season: {
    over: {
      season: 'Le podium de la saison',
      goal: "L'objectif commun",
    } satisfies SeasonTitles,
    running: {
      season: 'La saison, lundi matin',
      goal: "L'objectif commun, lundi matin",
    } satisfies SeasonTitles,
    won: ({ names, isMe, isTied }: { names: readonly string[]; isMe: boolean; isTied: boolean }) => {
      if (names.length === 0)
        return isTied ? "Égalité en tête : l'enjeu tombe à l'eau" : "Personne n'est au classement : l'enjeu tombe à l'eau";
      if (isMe) return 'Vous gagnez !';
      if (names.length > 3) return `${counted(names.length, 'personne')} gagnent, à égalité`;
      return names.length > 1 ? `${listed(names)} gagnent` : `${names.join('')} gagne`;
    },
    goal: ({ isReached }: { isReached: boolean }) => (isReached ? 'Atteint, ensemble !' : 'Pas cette fois, mais quelle équipe !'),
    stake: ({ stake }: { stake: string }) => quoted(stake),
    left: ({ daysLeft }: { daysLeft: number }) => `${unitOf(daysLeft, 'jour')} encore à jouer`,
    someoneGone: "Quelqu'un qui est parti",
  },
  wink: {
    title: "Un clin d'œil",
    big: ({ wink }: { wink: Wink }) => {
      if (wink.kind === 'every-day') return '7 sur 7';
      if (wink.kind === 'reaction') return counted(wink.times, 'fois', 'fois');
      return wink.kind === 'hour' ? `${wink.hour}\u00A0h` : number.format(wink.times);
    },
    text: ({ wink }: { wink: Wink }) => winkText(wink),
  },
  end: {
    title: 'À lundi prochain !',
    text: 'La suite se joue dès maintenant.',
    picture: 'La semaine en une image',
    names: 'Montrer les noms',
    namesWhy: 'Ajoute le nom du tableau, qui mène, et la chouchoute',
    share: 'Partager',
    download: "Télécharger l'image",
    failed: "L'image n'a pas pu être partagée. Réessayez.",
    undrawn: "Ce navigateur n'a pas pu dessiner l'image.",
    earlier: "Les semaines d'avant",
    close: 'Fermer',
  },
  picture: {
    title: 'Notre semaine',
    points: ({ points }: { points: number }) => unitOf(points, 'point'),
    actions: ({ actions }: { actions: number }) => unitOf(actions, 'action'),
    best: ({ day }: { day: string }) => `Le plus beau jour : ${day}`,
    flame: ({ days }: { days: number }) => `${counted(days, 'jour')} de série`,
    leads: ({ names }: { names: readonly string[] }) => (names.length > 1 ? `${listed(names)} en tête` : `${names.join('')} en tête`),
    file: ({ monday }: { monday: string }) => `recap-${monday}.png`,
  },
  mail: {
    title: 'Le récap du lundi',
    label: 'Recevoir le récap par mail',
    description: "Le lundi matin, un seul mail pour tous vos tableaux, sans le nom d'aucune action.",
    failed: "Ce réglage n'a pas été enregistré. Réessayez.",
  },
});

function winkText(wink: Wink): string {
  switch (wink.kind) {
    case 'reaction':
      return 'La réaction de la semaine';
    case 'night':
      return `${unitOf(wink.times, 'action')} après minuit. La lune gardera le secret.`;
    case 'dawn':
      return `${unitOf(wink.times, 'action')} avant 7\u00A0h. Le café était-il prêt ?`;
    case 'hour':
      return `C'est votre heure de pointe : ${counted(wink.times, 'action')} en une semaine`;
    case 'every-day':
      return 'Pas un jour sans une action. Chapeau !';
  }
}
