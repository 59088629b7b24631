import { counted, ranked } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const memberCardMessages = typographic({
  place: ({ rank, count }: { rank: number; count: number }) => `${ranked(rank)} place sur ${count}`,
  ahead: ({ count }: { count: number }) => `${counted(count, 'point')} devant vous`,
  behind: ({ count }: { count: number }) => `${counted(count, 'point')} derrière vous`,
  tie: 'À égalité avec vous',
  gone: ({ name }: { name: string }) => `${name} n'est plus sur ce tableau.`,
  unranked: 'Hors classement',
  moves: 'Dernières actions',
  noMoves: 'Rien de noté ces derniers temps.',
  medals: 'Succès',
});
