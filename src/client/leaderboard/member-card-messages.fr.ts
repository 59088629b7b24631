import { counted, quoted, ranked } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const memberCardMessages = typographic({
  place: ({ rank, shared, count }: { rank: number; shared: boolean; count: number }) =>
    `${ranked(rank)} place sur ${count}${shared ? ', à égalité' : ''}`,
  ahead: ({ count }: { count: number }) => `${counted(count, 'point')} d'avance sur vous`,
  behind: ({ count }: { count: number }) => `${counted(count, 'point')} de retard sur vous`,
  tie: 'À égalité avec vous',
  gone: ({ name }: { name: string }) => `${name} n'est plus sur ce tableau.`,
  unranked: 'Hors classement',
  moves: 'Dernières actions',
  noMoves: 'Rien de noté ces derniers temps.',
  medals: 'Succès',
  nudge: 'Relancer',
  nudged: 'Relance envoyée',
  nudgeOf: ({ name }: { name: string }) => `Relancer ${name}`,
  nudgedOf: ({ name }: { name: string }) => `Relance envoyée à ${name}`,
  nudgedWith: ({ sentence }: { sentence: string }) => `Envoyé : ${quoted(sentence)}`,
  nudgeFailed: "La relance n'est pas partie. Réessayez.",
});
