import { typographic } from '#client/ui/typography.ts';

/** What it means to play a board in another way, sentence by sentence. */
export const modeMessages = typographic({
  together: [
    'Une seule somme, à tout le monde : plus de score, de classement ni de podium.',
    "Une saison en cours s'arrête là, sans gagnant et sans rien à régler. Un objectif commun continue.",
    'Rien ne se perd : les scores reviennent le jour où tout le monde les veut.',
  ],
  scores: ["Chaque membre retrouve son score, comme si de rien n'était.", 'Le classement et les saisons reviennent.'],
});
