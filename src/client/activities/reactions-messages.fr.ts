import { counted, listed, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const reactionsMessages = typographic({
  gesture: 'Geste de la semaine',
  contested: 'Mauvaise foi ?',
  label: 'Réactions',
  add: 'Réagir',
  addTo: ({ title }: { title: string }) => `Réagir à ${quoted(title)}`,
  toggle: ({ reaction, count, isMine }: { reaction: string; count: number; isMine: boolean }) =>
    `${reaction}, ${counted(count, 'réaction')}${isMine ? ', dont la vôtre' : ''}`,
  people,
  // Under the person's own activity.
  reacted: (who: People) => `${people(who)} ${who.count === 1 ? 'a' : 'ont'} réagi`,
  /** For what the other of two has noticed (decision D52). */
  thank: 'Merci',
  thankFor: ({ name, title }: { name: string; title: string }) => `Merci à ${name} pour ${quoted(title)}`,
  failed: "Votre réaction n'a pas été enregistrée.",
  // What a screen reader says for each symbol that the server offers.
  names: {
    '❤️': 'Cœur',
    '😂': 'Larmes de rire',
    '🔥': 'Flamme',
    '👏': 'Applaudissements',
    '🥰': 'Tendresse',
    '😮': 'Surprise',
    '🙈': 'Yeux cachés',
    '🏆': 'Trophée',
  },
});

interface People {
  /** The names of members. */
  names: readonly string[];
  /** The number of all who reacted: members, former members, and the person. */
  count: number;
  isMine: boolean;
}

function people({ names, count, isMine }: People): string {
  const former = count - names.length - Number(isMine);
  const others = former === 1 ? "quelqu'un qui est parti" : `${counted(former, 'personne')} parties`;
  return listed([...names, ...(former > 0 ? [others] : []), ...(isMine ? ['vous'] : [])]);
}
