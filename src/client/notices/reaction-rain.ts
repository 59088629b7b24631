import styles from './reaction-rain.module.css';
import { wantsStillness } from '#client/ui/stillness.ts';

/** Lets copies of a reaction rise from what it is for, and fade. Only a decoration: words say who reacted. Nothing under reduced motion. */
export function rainFrom(element: Element | null | undefined, emoji: string): void {
  if (!element || wantsStillness()) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  const rain = document.createElement('div');
  rain.className = styles['rain'] ?? '';
  rain.dataset.rain = '';
  rain.ariaHidden = 'true';
  document.body.append(rain);
  const fallen = Array.from({ length: copies }, (_, index) => {
    const copy = document.createElement('span');
    copy.textContent = emoji;
    // Spread over the whole width, neighbours one after the other by turns.
    const place = ((index * 3) % copies) / (copies - 1);
    copy.style.left = `${left + width * (0.08 + 0.84 * place)}px`;
    copy.style.top = `${top + height * 0.6}px`;
    rain.append(copy);
    const sway = (index % 2 === 0 ? 1 : -1) * (10 + index * 3);
    // Where there is no room above, as in the bar at the top, they fall instead.
    const way = (top > 240 ? -1 : 1) * (130 + ((index * 37) % 70));
    const frames = [
      { translate: '-50% -50%', scale: 0.3, rotate: '0deg', opacity: 0 },
      { translate: `calc(-50% + ${sway}px) calc(-50% + ${way * 0.35}px)`, scale: 1.25, rotate: `${sway}deg`, opacity: 1, offset: 0.3 },
      { translate: `calc(-50% - ${sway}px) calc(-50% + ${way}px)`, scale: 0.9, rotate: `${-sway}deg`, opacity: 0 },
    ];
    return copy.animate(frames, { duration: 900, delay: index * 40, easing: 'cubic-bezier(0.2, 0.6, 0.4, 1)', fill: 'both' }).finished;
  });
  const end = () => rain.remove();
  Promise.all(fallen).then(end, end);
}

const copies = 8;
