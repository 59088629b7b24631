import type { AchievementFamily, AchievementId } from '#shared/achievement-rules';
import { counted, fullDay, quoted, spelledPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

const figures = new Intl.NumberFormat('fr-FR');

interface AchievementWords {
  name: string;
  /** How it is earned. */
  how: string;
  /** What the person who has it reads. */
  line: string;
}

/** What is read when the flame of a board reaches one of its marks. */
export const flameMarkWords = typographic({
  of: ({ board }: { board: string | null }) => (board === null ? 'Série' : `Série de ${board}`),
  name: ({ days }: { days: number }) => (days === 365 ? 'Un an de suite' : `${counted(days, 'jour')} de suite`),
  line: ({ days }: { days: number }) => markLines[days] ?? 'La flamme tient bon.',
});

const markLines: Readonly<Record<number, string>> = {
  7: 'Une semaine entière. Un joker en cadeau.',
  30: 'Un mois que la flamme tient.',
  100: 'Cent jours, et toujours de quoi se répondre.',
  365: 'Quatre saisons, et pas une panne de flamme.',
};

export const achievementWords = typographic({
  'first-board': { name: 'Pendaison de crémaillère', how: "Faire partie d'un tableau", line: 'Les cartons peuvent attendre.' },
  'first-action': { name: 'Ça commence', how: 'Noter une première action', line: 'Il fallait bien un premier café.' },
  'ten-actions': { name: 'Le pli est pris', how: 'Noter 10\u00A0actions', line: 'Dix gestes, et pas une chaussette orpheline.' },
  'hundred-actions': { name: 'Pilier du salon', how: 'Noter 100\u00A0actions', line: 'Le canapé vous appelle par votre prénom.' },
  'thousand-actions': {
    name: 'Monument historique',
    how: 'Noter 1\u202F000\u00A0actions',
    line: 'On vous visitera aux Journées du patrimoine.',
  },

  'hundred-points': { name: 'Trois chiffres', how: 'Gagner 100\u00A0points en tout', line: 'De quoi rendre la monnaie en bonbons.' },
  'five-hundred-points': {
    name: "Cote d'amour",
    how: 'Gagner 500\u00A0points en tout',
    line: "En hausse depuis l'ouverture.",
  },
  'thousand-points': {
    name: 'Mille et une attentions',
    how: 'Gagner 1\u202F000\u00A0points en tout',
    line: 'Shéhérazade prend des notes.',
  },
  'five-thousand-points': {
    name: 'Perle rare',
    how: 'Gagner 5\u202F000\u00A0points en tout',
    line: 'À garder au coffre, avec le dernier carré de chocolat.',
  },
  'big-gain': {
    name: 'Le grand jeu',
    how: "Gagner 30\u00A0points d'un seul coup",
    line: 'Il y avait une nappe blanche, et sans doute un violon.',
  },

  'three-days': {
    name: 'Jamais deux sans trois',
    how: 'Noter quelque chose 3\u00A0jours de suite sur un tableau',
    line: 'Et de trois. Les voisins commencent à parler.',
  },
  'seven-days': {
    name: 'La semaine des quatre jeudis',
    how: 'Noter quelque chose 7\u00A0jours de suite sur un tableau',
    line: 'Elle existe donc, et vous y étiez.',
  },
  'thirty-days': {
    name: "D'une lune à l'autre",
    how: 'Noter quelque chose 30\u00A0jours de suite sur un tableau',
    line: 'Même les marées vous envient.',
  },
  'hundred-days': {
    name: 'Les Cent-Jours',
    how: 'Noter quelque chose 100\u00A0jours de suite sur un tableau',
    line: 'Et sans finir à Sainte-Hélène.',
  },
  'early-bird': {
    name: 'Lève-tôt',
    how: 'Noter un gain avant 7\u00A0heures',
    line: 'Ou couche-tard : le coq ne vous a rien demandé.',
  },

  'board-made': { name: 'Ruban coupé', how: 'Créer un tableau', line: 'La cérémonie fut intime, et très réussie.' },
  'three-boards': { name: "Le don d'ubiquité", how: 'Faire partie de 3\u00A0tableaux', line: 'Trois tableaux, une seule brosse à dents.' },
  'table-of-five': { name: 'On rajoute une assiette', how: 'Être 5 sur un tableau', line: 'Et il restera quand même des pâtes.' },
  'dead-heat': {
    name: 'Match nul',
    how: "Rejoindre le score de quelqu'un, au-delà de 100\u00A0points",
    line: 'La photo finish est encadrée dans le couloir.',
  },
  telepathy: {
    name: 'Télépathie',
    how: "Noter la même action que quelqu'un, le même jour",
    line: 'Ne dites rien : on le savait.',
  },

  'first-reaction': { name: 'Premier rappel', how: 'Réagir à une action', line: 'La salle en redemande.' },
  'fifty-reactions': { name: 'Chef de claque', how: 'Laisser 50\u00A0réactions', line: 'Le premier rang vous est réservé à vie.' },
  guest: { name: 'Faites entrer', how: "Accepter quelqu'un sur votre tableau", line: "La patère de l'entrée est à son nom." },
  'crown-passed': {
    name: 'Passage de couronne',
    how: "Nommer quelqu'un d'autre admin",
    line: 'Sans révolution : chez nous, la chose est rare.',
  },

  'back-after-week': {
    name: "L'effet boomerang",
    how: 'Revenir après une semaine loin du tableau',
    line: 'On avait gardé votre place, et un peu de gâteau.',
  },
  'back-after-month': {
    name: 'Retour de croisière',
    how: 'Revenir après un mois loin du tableau',
    line: 'Vous nous raconterez tout, sauf les photos une par une.',
  },
  'back-above-zero': { name: 'Remontée fantastique', how: 'Repasser au-dessus de zéro', line: "C'était donc de l'élan." },

  'first-loss': { name: 'Faute avouée', how: 'Noter une première perte', line: "À moitié pardonnée, c'est écrit quelque part." },
  'ten-losses': { name: 'Vaisselle fantôme', how: 'Noter 10\u00A0pertes', line: "La nuit, on l'entend encore dans l'évier." },
  'fifty-losses': { name: 'Carte de fidélité', how: 'Noter 50\u00A0pertes', line: 'Cinquante aveux, le prochain est offert.' },
  'hundred-losses': { name: 'Œuvres complètes', how: 'Noter 100\u00A0pertes', line: 'Reliées plein cuir, et dédicacées.' },
  'big-loss': { name: 'Grand cru', how: "Perdre 30\u00A0points d'un seul coup", line: 'On en reparlera à Noël, avec tendresse.' },
  'exactly-zero': {
    name: 'Le calme plat',
    how: 'Tomber pile sur zéro',
    line: "L'équilibre parfait. Des moines y passent leur vie.",
  },
} satisfies Record<AchievementId, AchievementWords>);

export const achievementsMessages = typographic({
  title: 'Succès',
  progress: ({ count, total }: { count: number; total: number }) => `${count} sur ${counted(total, 'succès', 'succès')}`,
  families: {
    'first-steps': 'Premiers pas',
    points: 'Points gagnés',
    streaks: 'Régularité',
    boards: 'Tableaux',
    generosity: 'Générosité',
    comebacks: 'Retours',
    candour: 'Franchise',
  } satisfies Record<AchievementFamily, string>,
  unlocked: 'Succès débloqué',
  /** The name of an unlocked achievement. */
  earned: ({ title, time }: { title: string; time: number }) => `${title} · ${fullDay(time).replaceAll(' ', '\u00A0')}`,
  locked: 'À débloquer',
  latest: 'Derniers succès',
  nearest: 'Le plus proche',
  points: ({ points, count }: { points: number; count: number }) => `${spelledPoints(points)} sur ${counted(count, 'tableau', 'tableaux')}`,
  /** What a bar shows. */
  towards: ({ title }: { title: string }) => `Progression vers ${quoted(title)}`,
  counted: ({ count, total }: { count: number; total: number }) => `${figures.format(count)} sur ${figures.format(total)}`,
  /** The same, for the eye, beside a heading. */
  share: ({ count, total }: { count: number; total: number }) => `${figures.format(count)}/${figures.format(total)}`,
  loading: 'Chargement des succès…',
  loadFailed: 'Impossible de charger les succès. Veuillez réessayer.',
  away: { title: 'Vos succès vous attendent', text: "Ils s'afficheront au retour du réseau." },
  of: {
    open: 'Voir les succès',
    title: ({ members }: { members: number }) => (members === 2 ? 'Vos succès, à deux' : 'Les succès de la bande'),
    show: ({ name }: { name: string }) => `Voir les succès de ${name}`,
    others: ({ count }: { count: number }) => `Et ${counted(count, 'autre')}`,
    none: ({ name }: { name: string }) => `${name} n'a encore rien débloqué. Ça ne saurait tarder.`,
  },
});
