import { refusals } from '#shared/refusals';
import type { AgreementKind, SeasonLength, TieRule } from '#shared/season-rules';
import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { dayOf } from './play-messages.fr.ts';

/** The texts of proposing what to play for. */
export const proposeMessages = typographic({
  title: 'Jouer pour quelque chose',
  back: 'Retour',
  next: 'Continuer',
  firstStep: 'Étape 1',
  step: ({ step, of }: { step: number; of: number }) => `Étape ${step} sur ${of}`,

  what: 'À quoi jouez-vous ?',
  kinds: {
    season: { title: 'Saison', text: "Qui finit en tête gagne l'enjeu." },
    goal: { title: 'Objectif commun', text: 'Un total à atteindre ensemble, avant le jour dit.' },
    pause: { title: 'Faire une pause', text: 'Série et saison se reposent, sans rien perdre.' },
    contests: { title: 'Mauvaise foi !', text: 'Contester, pour rire, ce que notent les autres.' },
    together: { title: 'Jouer en complices', text: 'Un total commun : ni scores, ni classement.' },
    scores: { title: 'Chacun son score', text: 'Les scores et le classement reviennent.' },
  },
  also: 'Et aussi',

  howLong: 'Combien de temps ?',
  lengths: { week: 'Une semaine', month: 'Un mois', until: 'Choisir la date', untilMore: "jusqu'à un an" },
  untilDay: ({ lastDay }: { lastDay: string }) => `jusqu'au ${dayOf(lastDay)}`,
  rests: ['Une semaine', 'Deux semaines', 'Trois semaines'],
  restInvalid: 'Choisissez un jour à venir, dans les trois semaines.',
  lastDay: 'Dernier jour',
  lastDayHint: "Inclus, jusqu'à minuit.",
  lastDayInvalid: 'Choisissez un jour, de demain à un an au plus tard.',

  howMany: 'Combien de points, ensemble ?',
  points: 'Points à réunir',
  pointsInvalid: refusals.goal_invalid[1],

  forWhat: 'Pour quel enjeu ?',
  optional: 'Sans enjeu, pour la gloire',
  own: 'Votre enjeu',
  ownHint: '140\u00A0caractères au plus.',
  ownRequired: 'Dites ce qui est en jeu.',
  ownPlaceholder: 'Ce que vous voulez, tant que tout le monde sourit…',
  write: 'Écrire le vôtre',
  stakes: {
    duel: [
      { emoji: '🥐', title: 'Le petit-déj au lit, dimanche' },
      { emoji: '💆', title: 'Un massage de vingt minutes' },
      { emoji: '🎬', title: 'Le choix du film pendant un mois' },
      { emoji: '📵', title: 'Une soirée sans téléphone, à deux' },
      { emoji: '😴', title: 'La grasse matinée, samedi et dimanche' },
      { emoji: '🍝', title: 'Un dîner cuisiné avec amour' },
      { emoji: '🍫', title: 'Le dernier carré de chocolat, toujours' },
      { emoji: '🫧', title: 'Une semaine sans vaisselle' },
    ],
    group: [
      { emoji: '🎬', title: 'Le choix du film pendant un mois' },
      { emoji: '🍰', title: 'Un gâteau fait maison' },
      { emoji: '🍽️', title: 'Le resto, aux frais des autres' },
      { emoji: '🛋️', title: 'La meilleure place du canapé' },
      { emoji: '🧹', title: 'Une semaine sans corvée' },
      { emoji: '📺', title: 'La télécommande, tout le mois' },
      { emoji: '🥐', title: 'Les croissants, dimanche matin' },
      { emoji: '🎟️', title: 'Le choix de la prochaine sortie' },
    ],
  },

  ifTied: "Et en cas d'égalité ?",
  ties: { void: "L'enjeu tombe à l'eau", shared: 'On partage la victoire' },

  preview: 'Votre proposition',
  inWords: (terms: {
    kind: AgreementKind;
    length: SeasonLength;
    stake?: string | undefined;
    points?: number | undefined;
    ties?: TieRule | undefined;
  }) => [
    terms.kind === 'pause'
      ? `Une pause ${seasonLengthInWords(terms.length)} : la série et la saison se reposent. Bon repos !`
      : terms.kind === 'goal'
        ? `${counted(terms.points ?? 0, 'point')} à réunir ensemble, ${lengthInWords(terms.length)}.`
        : `Une saison ${seasonLengthInWords(terms.length)} : qui finit en tête gagne.`,
    ...(terms.stake === undefined ? [] : [`En jeu : ${quoted(terms.stake)}`]),
    ...(terms.ties === undefined
      ? []
      : [terms.ties === 'void' ? "En cas d'égalité, l'enjeu tombe à l'eau." : "En cas d'égalité, on partage la victoire."]),
  ],
  consent: 'Rien ne commence sans le oui de chaque membre. Au dernier oui, départ à minuit.',
  consentToContests: 'Rien ne commence sans le oui de chaque membre. Ensuite, chaque membre peut y mettre fin à tout moment.',
  consentToMode: 'Rien ne change sans le oui de chaque membre. Pour revenir en arrière, pareil.',
  send: 'Proposer',
  sent: "Proposition envoyée. Plus qu'à attendre !",
  failed: "La proposition n'est pas partie. Réessayez.",
});

function lengthInWords(length: SeasonLength): string {
  if (length === 'week') return 'en une semaine';
  return length === 'month' ? 'en un mois' : `d'ici au ${dayOf(length.lastDay)}`;
}

function seasonLengthInWords(length: SeasonLength): string {
  if (length === 'week') return "d'une semaine";
  return length === 'month' ? "d'un mois" : `jusqu'au ${dayOf(length.lastDay)}`;
}
