import { counted, listed, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const reactionsMessages = typographic({
  label: 'Réactions',
  add: 'Réagir',
  addTo: ({ title }: { title: string }) => `Réagir à ${quoted(title)}`,
  toggle: ({ reaction, count, isMine }: { reaction: string; count: number; isMine: boolean }) =>
    `${reaction}, ${counted(count, 'réaction')}${isMine ? ', dont la vôtre' : ''}`,
  by: ({ reaction, names }: { reaction: string; names: readonly string[] }) => `${reaction} : ${listed(names)}`,
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
