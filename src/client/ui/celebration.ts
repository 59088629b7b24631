import type { CreateTypes } from 'canvas-confetti';
import { reporting } from './unexpected.ts';
import { wantsStillness } from './stillness.ts';

/**
 * Throws confetti in the colours of the board. Nothing under reduced motion. `element` lies inside `data-board-theme`. `layer` is the token of its
 * height: over bars and screens, and under what is said meanwhile, which is read and pressed, unless told.
 */
export function celebrate(element: Element, layer = '--z-bar'): void {
  if (!wantsStillness()) void throwConfetti(element, layer).catch(reporting('screen'));
}

async function throwConfetti(element: Element, layer: string): Promise<void> {
  const { default: confetti } = await import('canvas-confetti');
  // A worker would be made of a blob:, which the content security policy refuses.
  thrower ??= confetti.create(undefined, { useWorker: false, resize: true });
  const tokens = getComputedStyle(element);
  const colours = ['--g1', '--g2', '--gold', '--text'].map((token) => asHex(tokens.getPropertyValue(token)));
  const shared = {
    colors: colours,
    particleCount: 70,
    spread: 70,
    startVelocity: 48,
    ticks: 220,
    zIndex: Number(tokens.getPropertyValue(layer)),
    disableForReducedMotion: true,
  };
  await Promise.all([
    thrower({ ...shared, angle: 60, origin: { x: 0, y: 0.85 } }),
    thrower({ ...shared, angle: 120, origin: { x: 1, y: 0.85 } }),
  ]);
}

let thrower: CreateTypes | undefined;

/** The tokens are in oklch; confetti only reads '#rrggbb'. A canvas converts. */
function asHex(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return '#ff6fae';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
