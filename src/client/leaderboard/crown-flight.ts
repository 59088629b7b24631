import type { UserId } from '#shared/ids';
import styles from './crown-flight.module.css';
import { wantsStillness } from '#client/ui/stillness.ts';

/**
 * Lets the crown fly in an arc from one member's face in the header to another's, where it is drawn once it has settled. Without a former
 * wearer it falls from above. Only a decoration: a toast says who leads. Nothing under reduced motion.
 */
export function flyCrown(from: UserId | null, to: UserId): void {
  const target = faceOf(to);
  if (!target || wantsStillness()) return;
  const end = headOf(target);
  if (end.y < 0 || end.y > innerHeight) return;
  const origin = from === null ? undefined : faceOf(from);
  const start = origin ? headOf(origin) : { x: end.x, y: end.y - 120 };
  const crown = document.createElement('div');
  crown.className = styles['crown'] ?? '';
  crown.dataset.crownFlight = '';
  crown.ariaHidden = 'true';
  const emoji = document.createElement('span');
  emoji.textContent = '👑';
  crown.append(emoji);
  crown.style.left = `${end.x}px`;
  crown.style.top = `${end.y}px`;
  document.body.append(crown);
  target.dataset.awaitsCrown = '';
  const [x, y] = [start.x - end.x, start.y - end.y];
  const height = origin ? Math.max(48, Math.abs(x) * 0.32) : 0;
  crown.animate({ translate: [`${x}px 0px`, '0px 0px'] }, { duration: flightMs, easing: 'cubic-bezier(0.45, 0, 0.4, 1)' });
  // Up and down on an axis of its own: the path is an arc. It tilts on the way, swings when it is there, and settles as it is drawn at rest.
  const landed = flightMs / (flightMs + settleMs);
  const motion = emoji.animate(
    [
      { translate: `0px ${y}px`, rotate: '-18deg', scale: 1, easing: 'cubic-bezier(0.2, 0.6, 0.5, 1)' },
      {
        translate: `0px ${Math.min(y, 0) - height}px`,
        rotate: '34deg',
        scale: 1.5,
        offset: landed * 0.5,
        easing: 'cubic-bezier(0.5, 0, 0.8, 0.5)',
      },
      { translate: '0px 0px', rotate: '-30deg', scale: 1.15, offset: landed },
      { translate: '0px 0px', rotate: '-6deg', scale: 1, offset: landed + (1 - landed) * 0.45 },
      { translate: '0px 0px', rotate: '-10deg', scale: 1 },
    ],
    { duration: flightMs + settleMs },
  );
  const settle = () => {
    crown.remove();
    delete target.dataset.awaitsCrown;
  };
  motion.finished.then(settle, settle);
}

/** In milliseconds. */
const flightMs = 600;
const settleMs = 320;

function faceOf(userId: UserId): HTMLElement | undefined {
  const faces = [...document.querySelectorAll<HTMLElement>('[data-face]')];
  return faces.find(({ dataset }) => dataset.face === userId);
}

/** Where the crown of a face is drawn: its middle. */
function headOf(face: Element): { x: number; y: number } {
  const { left, top, width } = face.getBoundingClientRect();
  return { x: left + width * 0.5, y: top - 4 };
}
