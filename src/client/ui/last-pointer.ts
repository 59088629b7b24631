/**
 * What the person acted with last. A dialog whose code or content comes later than the press cannot ask the press any more;
 * this file is loaded with the shell, before any press.
 */
let isTouch = false;

addEventListener('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'), { capture: true, passive: true });
addEventListener('keydown', () => (isTouch = false), { capture: true, passive: true });

export function wasTouched(): boolean {
  return isTouch;
}
