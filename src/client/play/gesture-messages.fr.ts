import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { weekInWords } from '#shared/week-in-words.fr';

/** The gesture of the week (decision D50), until it is revealed; and those of past weeks in Palmarès. */
export const gestureMessages = typographic({
  title: 'Le geste de la semaine',
  lead: "Qu'avez-vous envie de retenir de cette semaine ? C'est secret jusqu'à lundi 8 h.",
  /** In the head of a board. */
  choose: 'Un geste à choisir',
  kept: 'Votre choix est gardé',
  keptInShort: 'Choix gardé',
  /** On Accueil, under the name of the board: how many, and never who. */
  chosen: ({ count }: { count: number }) => counted(count, 'personne a choisi', 'personnes ont choisi'),
  /** Beside a button for each of several boards. */
  shortNews: 'Vos gestes',
  gains: 'Les gestes des autres, cette semaine',
  by: ({ name, day }: { name: string; day: string }) => `${name}, ${day}`,
  words: 'Un petit mot',
  wordsHint: 'Facultatif. Il se lira lundi, avec votre choix.',
  wordsPlaceholder: 'Ce matin-là, quel bonheur…',
  keep: 'Garder en secret',
  saved: "C'est gardé. Rendez-vous lundi matin !",
  failed: "Votre choix n'a pas été gardé. Réessayez.",
  loading: 'Les gestes de la semaine arrivent…',
  loadFailed: 'Impossible de charger les gestes. Réessayez.',
  none: 'Rien à choisir pour le moment : les gestes des autres apparaîtront ici.',
  over: 'Le choix est clos. La suite se lit dans le récap !',
  /** In Palmarès. */
  past: 'Gestes de la semaine',
  week: ({ monday }: { monday: string }) => `Semaine ${weekInWords(monday)}`,
  chose: ({ name, isMe }: { name: string; isMe: boolean }) => (isMe ? 'Vous avez retenu :' : `${name} a retenu :`),
  of: ({ name, isMe }: { name: string; isMe: boolean }) => `signé ${isMe ? 'vous' : name}`,
  quoted: ({ words }: { words: string }) => quoted(words),
});
