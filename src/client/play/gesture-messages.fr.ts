import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { weekInWords } from '#shared/week-in-words.fr';

/** The gesture of the week (decision D50), until it is revealed; and those of past weeks in Palmarès. */
export const gestureMessages = typographic({
  title: 'Le geste de la semaine',
  lead: "Qu'avez-vous envie de retenir de cette semaine ? C'est secret jusqu'à lundi 8\u00A0h.",
  /** In the head of a board. */
  choose: 'Un geste à choisir',
  kept: "C'est choisi, chut !",
  keptInShort: 'Geste choisi',
  /** On Accueil, under the name of the board: how many, and never who. */
  chosen: ({ count }: { count: number }) => counted(count, 'personne a choisi', 'personnes ont choisi'),
  /** Beside a button for each of several boards. */
  shortNews: 'Gestes à choisir',
  gains: 'Les gestes des autres, cette semaine',
  by: ({ name, day }: { name: string; day: string }) => `${name}, ${day}`,
  words: 'Un petit mot',
  wordsHint: 'Facultatif. Il se lira lundi, avec votre choix.',
  wordsPlaceholder: 'Ce matin-là, quel bonheur…',
  keep: 'Choisir en secret',
  saved: 'Secret bien gardé. Rendez-vous lundi matin !',
  failed: "Votre choix n'a pas été enregistré. Réessayez.",
  loading: 'Les gestes de la semaine arrivent…',
  loadFailed: 'Impossible de charger les gestes. Veuillez réessayer.',
  none: 'Rien à choisir pour le moment : les gestes des autres apparaîtront ici.',
  over: 'Les jeux sont faits. La suite se lit dans le récap !',
  /** In Palmarès. */
  past: 'Gestes de la semaine',
  week: ({ monday }: { monday: string }) => `Semaine ${weekInWords(monday)}`,
  chose: ({ name, isMe }: { name: string; isMe: boolean }) => (isMe ? 'Vous avez retenu :' : `${name} a retenu :`),
  of: ({ name, isMe }: { name: string; isMe: boolean }) => `signé ${isMe ? 'vous' : name}`,
  quoted: ({ words }: { words: string }) => quoted(words),
});
