import { typographic } from '#shared/typography';

/**
 * What a nudge says, by its number: playful, and never about losses. It is read as the words of one member to another,
 * who may say tu or vous: it says neither. Rows keep the number, so none moves.
 */
const sentences = typographic<readonly string[]>([
  'La flamme a un petit creux.',
  'Silence radio. Suspect.',
  'Avis de recherche : un beau geste, vu pour la dernière fois hier.',
  'Le canapé demande des nouvelles.',
  'Ça sent la remontada… ou la sieste.',
  'On se repose sur ses lauriers ?',
  'Le suspense est insoutenable.',
  'Le compteur commence à bâiller.',
  "Il reste de la place pour un coup d'éclat.",
  'Les paris sont ouverts.',
  'Le tapis rouge est déroulé. Toujours personne.',
  'Roulement de tambour… et puis ?',
]);

export const sentenceCount = sentences.length;

/** Those for accomplices: nobody of them is ahead, behind or betted on. */
export const sentencesTogether: readonly number[] = [0, 1, 2, 3, 7, 8, 10, 11];

export function nudgeSentence(number: number): string {
  return sentences[number] ?? sentences[0] ?? '';
}
