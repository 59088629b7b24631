import type { Film } from '#shared/film';
import { openPicture } from './card-picture.ts';
import { daysOf } from './film-cards.ts';
import { filmMessages } from './film-messages.fr.ts';
import { recapMessages } from './recap-messages.fr.ts';

const { picture: texts, days: dayText } = filmMessages;

/** Draws a year by hand, from numbers alone: no names, and no words of anybody. False where this browser does not draw. */
export async function drawFilm(canvas: HTMLCanvasElement, film: Film): Promise<boolean> {
  const picture = await openPicture(canvas);
  if (!picture) return false;
  const { write, say, emojis, drawBars } = picture;
  const { total, month, flame, until } = film;
  const days = daysOf(film);
  write(texts.title(film), 330, { size: 96 });
  say(film.years === null ? film.period : until.slice(0, 4), 410, { size: 46, weight: 600, alpha: 0.8 });
  write(recapMessages.number({ count: days?.days ?? total?.actions ?? 0 }), 790, { size: 380 });
  if (days) say(dayText(days), 890, { size: 60 });
  if (month) {
    drawBars(
      month.months.map(({ gained }) => gained),
      month.best,
      { top: 990, height: 300 },
    );
    say(texts.best({ month: month.months[month.best]?.month ?? '' }), 1390, { size: 50 });
  }
  if (flame) say(`🔥 ${texts.flame(flame)}`, 1480, { size: 50 });
  if (total) say(texts.actions(total), 1560, { size: 50 });
  emojis(film.icon, 1740);
  return true;
}
