import { typographic } from '#client/ui/typography.ts';

/** The description of the demo for screen readers, instead of each action. */
export const demoDescription = typographic(
  "Exemple de tableau qui joue tout seul : deux personnes s'affrontent, chaque action fait monter ou descendre leur score.",
);

/**
 * What the demo plays; `by` is the index of the player, points are those of the action. All scores have two digits on the way: none moves.
 * `answers`: what the second player says to the visitor's moves, one after the other.
 */
export const demoBoards = [
  {
    theme: 'pink',
    icon: '👑',
    title: 'NOUS DEUX',
    players: [
      { name: 'Léa', avatar: '👸', start: 55 },
      { name: 'Max', avatar: '🦄', start: 40 },
    ],
    actions: [
      { by: 1, emoji: '🥐', title: 'Petit-déj au lit', points: 20 },
      { by: 0, emoji: '😴', title: 'Grasse matinée offerte', points: 15 },
      { by: 1, emoji: '🥛', title: 'Bouteille vide remise au frigo', points: -15 },
      { by: 1, emoji: '💆', title: "Massage de nuque, sans regarder l'heure", points: 30 },
      { by: 0, emoji: '🚪', title: "«\u00A0J'arrive\u00A0» dit il y a une heure", points: -10 },
    ],
    answers: [
      { title: 'Dîner aux bougies un mardi', points: 25 },
      { title: 'Café servi avant le premier mot', points: 5 },
      { title: "«\u00A0Je te l'avais dit\u00A0» ravalé", points: 25 },
    ],
  },
  {
    theme: 'blue',
    icon: '🏠',
    title: 'LA COLOC',
    players: [
      { name: 'Inès', avatar: '💎', start: 10 },
      { name: 'Sam', avatar: '🧑', start: 35 },
    ],
    actions: [
      { by: 0, emoji: '🗑️', title: 'Poubelles sorties sans un mot', points: 10 },
      { by: 1, emoji: '🥛', title: 'Bouteille vide remise au frigo', points: -15 },
      { by: 0, emoji: '🚿', title: 'Douche débouchée à mains nues', points: 25 },
      { by: 1, emoji: '🥘', title: 'Lasagnes pour tout le monde', points: 20 },
    ],
    answers: [
      { title: 'Araignée relogée avec dignité', points: 20 },
      { title: 'Dernier bout de comté laissé', points: 15 },
      { title: 'Plantes encore vivantes au retour', points: 10 },
    ],
  },
  {
    theme: 'orange',
    icon: '🍻',
    title: 'LES COPAINS',
    players: [
      { name: 'Zoé', avatar: '⭐', start: 80 },
      { name: 'Karim', avatar: '✨', start: 45 },
    ],
    actions: [
      { by: 1, emoji: '🍻', title: 'Tournée offerte, sans tenir les comptes', points: 10 },
      { by: 0, emoji: '🐇', title: 'Lapin posé un samedi soir', points: -30 },
      { by: 1, emoji: '🏋️', title: "Canapé porté jusqu'au cinquième", points: 30 },
      { by: 0, emoji: '💃', title: 'Premiers pas sur la piste', points: 15 },
    ],
    answers: [
      { title: "Duo de karaoké assumé jusqu'au bout", points: 20 },
      { title: 'Chargeur prêté à 3\u202F%', points: 15 },
      { title: 'Dernière part laissée aux autres', points: 10 },
    ],
  },
] as const;
