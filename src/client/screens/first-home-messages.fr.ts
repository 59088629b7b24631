import { typographic } from '#client/ui/typography.ts';

export const firstHomeMessages = typographic({
  welcome: ({ name }: { name: string }) => `Bienvenue, ${name} !`,
  missing: "Il ne manque qu'un tableau, et quelqu'un avec qui se chamailler.",
});
