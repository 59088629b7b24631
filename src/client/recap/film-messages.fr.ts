import { isYear } from '#shared/film-periods';
import type { Film, FilmWink } from '#shared/film';
import { counted, listed, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' });
const monthLetter = new Intl.DateTimeFormat('fr-FR', { month: 'narrow', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: 'UTC' });

const unitOf = (count: number, singular: string, plural = `${singular}s`) => (Math.abs(count) < 2 ? singular : plural);
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** French readers expect '1er'. */
const ordinal = (text: string) => text.replace(/(^|\s)1(?=\s)/, '$11er');

const numbers = ['', 'Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit', 'Neuf', 'Dix'];
const age = (years: number) => `${numbers[years] ?? years} an${years > 1 ? 's' : ''}, déjà`;

type Company = Film['company'];
type ByCompany = Record<Company, string>;

const playedWith: ByCompany = {
  alone: 'de jeu',
  two: 'à jouer à deux',
  friends: 'à jouer ensemble',
  accomplices: 'de complicité',
};
const inCompany: ByCompany = { alone: '', two: ', à vous deux', friends: ', ensemble', accomplices: ', entre complices' };

export const filmMessages = typographic({
  title: ({ board }: { board: string }) => `Le film ${quoted(board)}`,
  loading: 'Le film commence…',
  loadFailed: 'Impossible de charger le film. Veuillez réessayer.',
  gone: "Ce film ne passe pas en ce moment : celui de l'année est à l'affiche du 31 décembre au 31 janvier.",
  /** What its days are. */
  about: ({ period, years }: Pick<Film, 'period' | 'years'>) => (years === null ? `L'année ${period}` : age(years)),
  name: ({ period }: Pick<Film, 'period'>) =>
    isYear(period) ? `Le film de ${period}` : `Le film du ${ordinal(fullDay.format(new Date(period)))}`,
  missing: {
    title: 'Ce film attend encore ses scènes',
    count: ({ missing }: { missing: number }) => `Il lui manque ${counted(missing, 'geste ou aveu', 'gestes ou aveux')}.`,
    next: 'Le prochain se tourne dès maintenant.',
  },
  days: ({ days, company }: { days: number; company: Company }) => `${unitOf(days, 'jour')} ${playedWith[company]}`,
  total: {
    title: 'Et au compteur',
    points: ({ points }: { points: number }) => unitOf(points, 'point'),
    actions: ({ actions, company }: { actions: number; company: Company }) => `en ${counted(actions, 'action')}${inCompany[company]}`,
    /** Where the points are no reason to cheer. */
    actionsAlone: ({ actions }: { actions: number }) => `${unitOf(actions, 'action')}, bonnes ou moins bonnes`,
  },
  month: {
    title: 'Le plus beau mois',
    name: ({ month: of }: { month: string }) => upper(month.format(new Date(of))),
    letter: ({ month: of }: { month: string }) => monthLetter.format(new Date(of)),
    gained: ({ points }: { points: number }) => counted(points, 'point gagné', 'points gagnés'),
  },
  action: {
    title: "La chouchoute de l'année",
    times: ({ times }: { times: number | null }) =>
      times === null ? 'Celle qui revient, encore et encore' : `notée ${counted(times, 'fois', 'fois')}`,
  },
  gesture: {
    title: "Le geste de l'année",
    by: ({ username, isMe }: { username: string; isMe: boolean }) => (isMe ? "Et c'était vous !" : `Merci, ${username} !`),
    note: ({ note }: { note: string }) => quoted(note),
  },
  flame: {
    title: 'La plus longue flamme',
    days: ({ days }: { days: number }) => `${unitOf(days, 'jour')} sans la laisser s'éteindre`,
  },
  seasons: {
    title: "La couronne de l'année",
    you: 'Vous !',
    names: ({ names }: { names: readonly string[] }) => listed(names),
    many: 'Elle a beaucoup voyagé',
    won: ({ times, isTied, won, paid }: { times: number; isTied: boolean; won: number; paid: number }) => {
      const seasons = times === 0 ? [] : [`${counted(times, 'saison gagnée', 'saisons gagnées')}${isTied ? ', à égalité' : ''}`];
      const rest = paid === won ? unitOf(won, 'réglé', 'tous réglés') : paid === 0 ? 'à régler' : counted(paid, 'réglé');
      return [...seasons, `${counted(won, 'enjeu', 'enjeux')}, ${rest}`].join(' · ');
    },
  },
  goals: {
    title: 'Vos objectifs communs',
    reached: ({ reached }: { reached: number }) => `${unitOf(reached, 'atteint')}, main dans la main`,
  },
  loss: {
    title: "L'aveu le plus drôle",
    nobody: 'De qui ? Le générique ne le dira pas.',
  },
  gestures: {
    title: 'Le geste de la semaine',
    count: ({ count }: { count: number }) => unitOf(count, 'geste retenu, un beau dimanche', "gestes retenus, un dimanche après l'autre"),
  },
  notes: {
    title: 'Ce que vous avez aimé lire',
    note: ({ emoji, note }: { emoji: string | null; note: string }) => `${emoji ?? '💬'} ${quoted(note)}`,
  },
  biggest: {
    title: 'Votre plus grande journée',
    day: ({ day: of }: { day: string }) => upper(ordinal(day.format(new Date(of)))),
    actions: ({ actions }: { actions: number }) => `${counted(actions, 'action')} en un seul jour`,
  },
  wink: {
    title: "Un clin d'œil",
    big: ({ wink }: { wink: FilmWink }) => {
      if (wink.kind === 'silence') return counted(wink.days, 'jour');
      return wink.kind === 'hour' ? `${wink.hour}\u00A0h` : weekdayName(wink.weekday);
    },
    text: ({ wink }: { wink: FilmWink }) => {
      if (wink.kind === 'silence') return "sans un bruit. Et puis, c'est reparti !";
      return wink.kind === 'hour' ? "C'est votre heure, et de loin" : `C'est votre jour : ${counted(wink.actions, 'action')} dans l'année`;
    },
  },
  end: {
    title: 'À la prochaine séance !',
    text: 'La suite se tourne dès maintenant.',
    picture: "L'année en une image",
    others: 'Vos autres films',
  },
  picture: {
    title: ({ years }: Pick<Film, 'years'>) => (years === null ? 'Notre année' : age(years)),
    actions: ({ actions }: { actions: number }) => counted(actions, 'action'),
    best: ({ month: of }: { month: string }) => `Le plus beau mois : ${month.format(new Date(of))}`,
    flame: ({ days }: { days: number }) => `${counted(days, 'jour')} de flamme`,
    file: ({ period }: Pick<Film, 'period'>) => `film-${period}.png`,
  },
});

/** 0 for Monday. */
function weekdayName(index: number): string {
  return weekday.format(new Date(Date.UTC(2024, 0, 1 + index)));
}
