import { typographic } from '#shared/typography';

/** What a request that somebody shaped says. */
export const webhookMessages = typographic({
  logged: ({ name, title, points, by }: { name: string; title: string; points: string; by: string | undefined }) =>
    `${name} : ${title}, ${points}${by === undefined ? '' : ` (noté par ${by})`}`,
  undone: ({ name, title }: { name: string; title: string }) => `Annulé : ${title} (${name})`,
  joined: (name: string) => `${name} rejoint le tableau`,
  seasonOver: 'La saison est finie',
  goalOver: "L'objectif commun est terminé",
  test: "Ceci est un essai : tout arrive jusqu'ici.",
});
