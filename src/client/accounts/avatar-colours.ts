import type { SignUp } from '#shared/accounts';
import type { Theme } from '#shared/board-choices';

/** A screen about one person takes on the colours of their avatar. */
export const avatarColours: Record<SignUp['avatar'], Theme> = {
  '🧑': 'pink',
  '👩': 'green',
  '👸': 'purple',
  '🦄': 'blue',
  '⭐': 'orange',
  '✨': 'purple',
  '💎': 'blue',
  '❤️': 'pink',
};
