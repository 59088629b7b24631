import type { SeasonLength, TieRule } from '#shared/season-rules';
import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { dayOf } from './play-messages.fr.ts';

/** The texts of proposing what to play for. */
export const proposeMessages = typographic({
  title: 'Jouer pour quelque chose',
  back: 'Revenir',
  next: 'Continuer',
  step: ({ step, of }: { step: number; of: number }) => `Étape ${step} sur ${of}`,

  what: 'À quoi jouez-vous ?',
  kinds: {
    season: { title: 'Saison', text: 'Chaque personne pour soi, et un enjeu pour qui finit en tête.' },
    goal: { title: 'Objectif commun', text: 'Tous ensemble, des points à réunir avant le dernier jour.' },
  },
  taken: 'Déjà en cours, ou en attente de réponses',

  howLong: 'Combien de temps ?',
  lengths: { week: 'Une semaine', month: 'Un mois', until: "Jusqu'au…" },
  lastDay: 'Dernier jour',
  lastDayHint: "Compris, jusqu'à minuit.",
  lastDayInvalid: "Choisissez un jour à venir, dans l'année.",

  howMany: 'Combien de points, à vous tous ?',
  points: 'Points à réunir',
  pointsInvalid: 'De 1 à 1 000 000 de points.',

  forWhat: 'Pour quel enjeu ?',
  optional: 'Sans enjeu, pour la gloire',
  own: 'Votre enjeu',
  ownHint: '140 caractères au plus.',
  ownPlaceholder: 'Ce que vous voulez, tant que tout le monde sourit…',
  write: 'Écrire le vôtre',
  stakes: {
    duel: [
      'Le petit-déj au lit, dimanche',
      'Un massage de vingt minutes',
      'Le choix du film pendant un mois',
      'Une soirée sans téléphone, à deux',
      'La grasse matinée, samedi et dimanche',
      'Un dîner cuisiné avec amour',
      'Le dernier carré de chocolat, toujours',
      'Une semaine sans vaisselle',
    ],
    group: [
      'Le choix du film pendant un mois',
      'Un gâteau fait maison',
      'Le resto, sur la note des autres',
      'La meilleure place du canapé',
      'Une semaine sans corvée',
      'La télécommande, tout le mois',
      'Les croissants, dimanche matin',
      'Le choix de la prochaine sortie',
    ],
  },

  ifTied: "Et en cas d'égalité ?",
  ties: { void: "L'enjeu tombe à l'eau", shared: 'Tout le monde gagne' },

  preview: 'Votre proposition',
  inWords: (terms: {
    isGoal: boolean;
    length: SeasonLength;
    stake?: string | undefined;
    points?: number | undefined;
    ties?: TieRule | undefined;
  }) => [
    terms.isGoal
      ? `${counted(terms.points ?? 0, 'point')} à réunir tous ensemble, ${lengthInWords(terms.length)}.`
      : `Une saison ${seasonLengthInWords(terms.length)} : qui finit en tête gagne.`,
    ...(terms.stake === undefined ? [] : [`En jeu : ${quoted(terms.stake)}`]),
    ...(terms.ties === undefined
      ? []
      : [terms.ties === 'void' ? "En cas d'égalité, l'enjeu tombe à l'eau." : "En cas d'égalité, tout le monde gagne."]),
  ],
  consent: "Rien ne commence sans le oui de chaque membre. Ensuite, c'est parti à minuit.",
  send: 'Proposer',
  sent: 'Proposition envoyée. À chaque membre de répondre !',
  failed: "La proposition n'est pas partie. Veuillez réessayer.",
});

function lengthInWords(length: SeasonLength): string {
  if (length === 'week') return 'en une semaine';
  return length === 'month' ? 'en un mois' : `d'ici au ${dayOf(length.lastDay)}`;
}

function seasonLengthInWords(length: SeasonLength): string {
  if (length === 'week') return "d'une semaine";
  return length === 'month' ? "d'un mois" : `jusqu'au ${dayOf(length.lastDay)}`;
}
