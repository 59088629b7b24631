import type { Recap } from '#shared/recap';
import { weekInWords } from '#shared/week-in-words.fr';
import { openPicture } from './card-picture.ts';
import { recapMessages } from './recap-messages.fr.ts';

const { picture: texts, days: dayTexts } = recapMessages;

/** Draws a week by hand. Without names it says nothing of the board, its members and its actions but numbers and pictures. False where this browser does not draw. */
export async function drawRecap(canvas: HTMLCanvasElement, recap: Recap, hasNames: boolean): Promise<boolean> {
  const picture = await openPicture(canvas);
  if (!picture) return false;
  const { write, say, emojis, drawBars } = picture;
  const { total, leaders, days, favourite, flame, week } = recap;
  write(hasNames ? recap.title : texts.title, 330, { size: 96 });
  say(weekInWords(week), 410, { size: 46, weight: 600, alpha: 0.8 });
  const isUp = total.points > 0;
  write(recapMessages.number({ count: isUp ? total.points : total.actions }), 790, { size: 380 });
  const actions = `${recapMessages.number({ count: total.actions })} ${texts.actions(total)}`;
  say(isUp ? `${texts.points(total)} · ${actions}` : texts.actions(total), 890, { size: 60 });
  if (days) {
    drawBars(days.gained, days.best, { top: 990, height: 300 });
    say(texts.best({ day: dayTexts.name({ monday: week, index: days.best }) }), 1390, { size: 50 });
  }
  // What is below makes room for it.
  const lower = flame ? 60 : 0;
  if (flame) say(`🔥 ${texts.flame(flame)}`, 1470, { size: 50 });
  const faces = leaders ? leaders.members.map(({ avatar }) => avatar) : [];
  const shown = [...faces, ...(favourite?.emoji ? [favourite.emoji] : [])].slice(0, 4);
  emojis(shown.length > 0 ? shown.join('\u2002') : recap.icon, 1590 + lower);
  if (hasNames && leaders) write(texts.leads({ names: leaders.members.map(({ username }) => username) }), 1700 + lower, { size: 58 });
  if (hasNames && favourite) {
    const y = (leaders ? 1780 : 1710) + lower;
    say(`${favourite.title} × ${favourite.times}`, y, { size: 50, weight: 600, alpha: 0.85 });
  }
  return true;
}
