import { typographic } from '#shared/typography';

/** What a nudge says, by its number: playful, and never about losses. Rows keep the number, so none moves. */
const sentences = typographic<readonly string[]>([
  'Le tableau demande de vos nouvelles.',
  'La journée attend votre premier geste.',
  'Un petit point, et la journée change de couleur.',
  'Vos exploits nous manquent.',
  'On garde votre place au chaud.',
  'Et si le prochain beau geste était le vôtre ?',
  'Le suspense est insoutenable : que préparez-vous ?',
  'La flamme brûle de vous revoir.',
  "Il reste de la place pour un coup d'éclat.",
  "Toc, toc. C'est le jeu qui passe dire bonjour.",
  "Le tapis rouge est déroulé. Il n'attend que vous.",
  'Roulement de tambour… à vous de jouer !',
]);

export const sentenceCount = sentences.length;

export function nudgeSentence(number: number): string {
  return sentences[number] ?? sentences[0] ?? '';
}
