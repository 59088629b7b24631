import { counted, fullDay, listed, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long' });

interface Told {
  /** Both in milliseconds since 1970. */
  since: number;
  now: number;
  /** The names of those who did it, each once, the most recent first. */
  names: readonly string[];
  gains: number;
  losses: number;
  reactions: number;
  /** There is more of it than what is counted. */
  isCut: boolean;
}

export const awayMessages = typographic({
  line: ({ since, now, names, gains, losses, reactions, isCut }: Told) => {
    if (isCut) return `${sinceWhen(since, now)} : plus de ${counted(gains + losses + reactions, 'nouveauté')}`;
    const counts = [
      gains > 0 ? counted(gains, 'geste') : '',
      losses > 0 ? counted(losses, 'aveu', 'aveux') : '',
      reactions > 0 ? counted(reactions, 'réaction') : '',
    ].filter((words) => words !== '');
    const whose = [sinceWhen(since, now), people(names)].filter((words) => words !== '').join(', ');
    return [whose, counts.join(', ')].filter((words) => words !== '').join(' : ');
  },
  title: 'Pendant votre absence',
  reacted: ({ name, title }: { name: string | undefined; title: string }) =>
    name === undefined ? `Réaction à ${quoted(title)}` : `${name} a réagi à ${quoted(title)}`,
  /** Between a name and a title. */
  notedForYou: 'a noté pour vous :',
  /** The same between two (decision D52). */
  seen: "l'a remarqué :",
  more: 'Le reste est dans les activités récentes.',
});

function people(names: readonly string[]): string {
  const [first] = names;
  return names.length > 2 ? `${first} et ${counted(names.length - 1, 'autre')}` : listed(names);
}

function sinceWhen(since: number, now: number): string {
  const ago = Math.max(now - since, 0);
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(since).setHours(0, 0, 0, 0)) / day);
  // Past midnight, the evening is not yesterday yet.
  if (days === 0 || ago < 4 * hour) {
    return ago < hour
      ? `Depuis ${counted(Math.max(1, Math.floor(ago / 60_000)), 'minute')}`
      : `Depuis ${counted(Math.floor(ago / hour), 'heure')}`;
  }
  if (days === 1) return 'Depuis hier';
  return days < 7 ? `Depuis ${weekday.format(since)}` : `Depuis le ${fullDay(since, now)}`;
}
