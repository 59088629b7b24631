import { typographic } from '#client/ui/typography.ts';

/** What it means to play a board in another way, sentence by sentence. */
export const modeMessages = typographic({
  together: [
    'Un total commun : ni scores, ni classement, ni podium.',
    "Une saison en cours s'arrête là : personne ne gagne, rien n'est à régler. Un objectif commun, lui, continue.",
    'Rien ne se perd : les scores reviendront le jour où vous le déciderez ensemble.',
  ],
  scores: ["Chaque membre retrouve son score, comme si de rien n'était.", 'Le classement et les saisons reviennent.'],
});
