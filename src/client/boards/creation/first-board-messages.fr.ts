import { typographic } from '#client/ui/typography.ts';

export const firstBoardMessages = typographic({
  welcome: "Bienvenue ! Il ne manque qu'un tableau, et quelqu'un avec qui se chamailler.",
  create: 'Créer un tableau',
});
