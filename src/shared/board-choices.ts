// Apart from the schemas, so that a screen that offers these choices does not load them.
export const themes = ['pink', 'blue', 'orange', 'green', 'purple'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'pink';

/** The thirteen icons of a board, in the order shown; `name` is what a screen reader says. The first is the default. */
export const boardIcons = [
  { symbol: '👑', name: 'Couronne' },
  { symbol: '💜', name: 'Cœur' },
  { symbol: '🏠', name: 'Maison' },
  { symbol: '🍻', name: 'Chopes' },
  { symbol: '🌱', name: 'Pousse' },
  { symbol: '✈️', name: 'Avion' },
  { symbol: '🎲', name: 'Dé' },
  { symbol: '🍕', name: 'Pizza' },
  { symbol: '🎉', name: 'Fête' },
  { symbol: '🐶', name: 'Chien' },
  { symbol: '💪', name: 'Biceps' },
  { symbol: '🎬', name: 'Cinéma' },
  { symbol: '🔥', name: 'Flamme' },
] as const;
export const defaultBoardIcon = boardIcons[0].symbol;
