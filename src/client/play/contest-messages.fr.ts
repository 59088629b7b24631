import type { Contest } from '#shared/play';
import { playWords } from '#shared/play-words.fr';
import { fullDate, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of 'Mauvaise foi !', for who is asked and who looks on. */
export const contestMessages = typographic({
  rules: [
    "Pendant un jour, chaque membre peut crier « Mauvaise foi ! » devant ce que quelqu'un d'autre a noté. Une fois par jour, pas plus.",
    'La réponse : « Je retire », ou « Je maintiens ». Ensuite les autres votent ; à deux, on joue à pile ou face.',
    "C'est pour rire : une action effacée ne compte plus, et rien d'autre n'en reste.",
  ],

  theyContest: ({ name }: { name: string }) => `${name} crie « Mauvaise foi ! »`,
  youContest: 'Vous criez « Mauvaise foi ! »',
  about: ({ title }: { title: string | undefined }) => (title === undefined ? 'Une action de la journée' : quoted(title)),
  asked: ({ name }: { name: string }) => `${name} crie « Mauvaise foi ! » À vous de répondre.`,
  answerIt: 'À vous de répondre',
  voteNow: 'À vous de voter',
  tossNow: 'Pile ou face ?',

  untilYouAnswer: ({ at }: { at: number }) => `Répondez d'ici au ${fullDate(at)}. Sans réponse, l'action reste.`,
  untilTheyAnswer: ({ name, at }: { name: string; at: number }) => `${name} a jusqu'au ${fullDate(at)} pour répondre.`,
  youKeep: 'Vous maintenez.',
  theyKeep: ({ name }: { name: string }) => `${name} maintient.`,
  untilVoted: ({ at }: { at: number }) => `Les autres votent jusqu'au ${fullDate(at)}. À égalité, l'action reste.`,
  untilTossed: ({ at }: { at: number }) => `Sans pile ou face d'ici au ${fullDate(at)}, l'action reste.`,
  votes: ({ votes }: Pick<Contest, 'votes'>) => `${votes.void} pour effacer, ${votes.keep} pour garder`,

  /** What follows each answer. */
  ifWithdrawn: "L'action est effacée, affaire classée.",
  ifKept: ({ isDuel }: { isDuel: boolean }) => (isDuel ? 'Pile ou face tranche.' : 'Les autres votent.'),
  withdraw: 'Je retire',
  keep: 'Je maintiens',
  voteVoid: 'On efface',
  voteKeep: 'On garde',
  yourVote: 'Votre vote',
  toss: 'Pile ou face ?',
  failed: 'Il faut du réseau pour ça. Réessayez.',

  turning: 'La pièce tourne…',
  result: ({ outcome, how }: Pick<Contest, 'outcome' | 'how'>) =>
    playWords.contests.result({ outcome: outcome ?? 'stands', how: how ?? 'silence' }),

  off: 'Arrêter « Mauvaise foi ! »',
  offTitle: 'Arrêter « Mauvaise foi ! » ?',
  offText: 'Plus personne ne pourra contester ici. Ce qui est contesté reste noté, et personne ne saura qui a dit stop.',
  offDone: "« Mauvaise foi ! », c'est fini.",
});
