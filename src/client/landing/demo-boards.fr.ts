import { typographic } from '#client/ui/typography.ts';

/** What a screen reader is told of the demo, instead of each action. */
export const demoDescription = typographic(
  "Exemple de tableau qui joue tout seul : deux personnes s'affrontent, chaque action fait monter ou descendre leur score.",
);

/** What the demo plays; `by` is the place of the player, points are those of the action. */
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
      { by: 1, title: 'Petit-déj au lit', points: 20 },
      { by: 0, title: 'A ri à sa blague, encore', points: 10 },
      { by: 1, title: 'Vaisselle oubliée', points: -15 },
      { by: 1, title: 'Massage spontané', points: 30 },
      { by: 0, title: "A dit «\u00A0j'arrive\u00A0» il y a une heure", points: -10 },
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
      { by: 0, title: 'A sorti les poubelles', points: 15 },
      { by: 1, title: 'A fini le lait sans le dire', points: -20 },
      { by: 0, title: 'A débouché la douche', points: 30 },
      { by: 1, title: 'Lasagnes pour tout le monde', points: 25 },
    ],
  },
  {
    theme: 'orange',
    icon: '🍻',
    title: 'LES COPAINS',
    players: [
      { name: 'Zoé', avatar: '⭐', start: 80 },
      { name: 'Karim', avatar: '✨', start: 65 },
    ],
    actions: [
      { by: 1, title: 'A payé sa tournée', points: 10 },
      { by: 0, title: '45 minutes de retard', points: -20 },
      { by: 1, title: 'A trouvé la maison du week-end', points: 30 },
      { by: 0, title: 'A reconduit tout le monde', points: 25 },
    ],
  },
] as const;
