import { counted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The strip of boards with which Accueil begins. */
export const turnsMessages = typographic({
  title: 'Qui mène ?',
  /** Where one stands on a board. */
  youLead: ({ count }: { count: number }) => `Vous menez de ${counted(count, 'point')}`,
  leads: ({ name, count }: { name: string; count: number }) => `${name} mène de ${counted(count, 'point')}`,
  tie: 'Égalité parfaite',
  even: 'Tout reste à jouer',
  alone: ({ count }: { count: number }) => `En solo, ${counted(count, 'point')}`,
  goal: ({ points, goal }: { points: number; goal: number }) => `${points} sur ${goal}, ensemble`,
  together: ({ count }: { count: number }) => `${counted(count, 'point')} ensemble`,
  /** The words for whose turn it is there. */
  yourTurn: 'À vous',
  hasPlayed: ({ name }: { name: string }) => `${name} a joué`,
  somebodyHasPlayed: "Quelqu'un a joué",
  theirTurn: ({ name }: { name: string }) => `À ${name} de jouer`,
  youHavePlayed: 'Vous avez joué',
});
