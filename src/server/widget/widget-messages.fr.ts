import { counted } from '#shared/counted.fr';
import { typographic } from '#shared/typography';

/** How somebody stands on a board, as its screens say it. */
export const widgetMessages = typographic({
  together: ({ points }: { points: number }) => `Ensemble : ${counted(points, 'point')}`,
  alone: ({ points }: { points: number }) => `En solo : ${counted(points, 'point')}`,
  youLead: ({ count }: { count: number }) => `Vous menez de ${counted(count, 'point')}`,
  leads: ({ name, count }: { name: string; count: number }) => `${name} mène de ${counted(count, 'point')}`,
  equal: ({ name }: { name: string }) => `À égalité avec ${name}`,
  even: 'Tout reste à jouer',
  /** What a board plays for, by its stake, and how it stands. */
  game: ({ name, standing }: { name: string; standing: string }) =>
    `${name} : ${standing.replace(/^(?:À égalité|Tout reste|Vous menez)/, (words) => words.toLowerCase())}`,
  season: 'La saison',
  goal: 'Objectif commun',
  reached: ({ points, goal }: { points: number; goal: number }) => `${counted(points, 'point')} sur ${goal.toLocaleString('fr-FR')}`,
  youAreFirst: 'Vous menez',
  isFirst: ({ name }: { name: string }) => `${name} mène`,
});
