import type { Recap } from '#shared/recap';
import { weekInWords } from '#shared/week-in-words.fr';
import { inTime } from '#client/ui/in-time.ts';
import { recapMessages } from './recap-messages.fr.ts';

const { picture: texts, days: dayTexts } = recapMessages;

/** As high as a phone is, for stories. */
export const pictureSize = { width: 1080, height: 1920 } as const;

/** In milliseconds. A network that stalls brings no font and no failure. */
const fontsWithin = 4000;

const { width, height } = pictureSize;
const [margin, middle] = [96, width / 2];

interface Colours {
  from: string;
  to: string;
  ink: string;
}

/** Draws a week by hand. Without names it says nothing of the board, its members and its actions but numbers and pictures. False where this browser does not draw. */
export async function drawRecap(canvas: HTMLCanvasElement, recap: Recap, hasNames: boolean): Promise<boolean> {
  const pen = canvas.getContext('2d');
  if (!pen) return false;
  const styles = getComputedStyle(canvas);
  const fonts = {
    display: styles.getPropertyValue('--font-display'),
    text: styles.getPropertyValue('--font-text'),
    emoji: styles.getPropertyValue('--font-emoji'),
  };
  const colours = { from: styles.getPropertyValue('--g1'), to: styles.getPropertyValue('--g2'), ink: styles.getPropertyValue('--ink') };
  // What is drawn before a font is there stays in another one, which is better than no picture.
  const loaded = Promise.all([document.fonts.load(`800 100px ${fonts.display}`), document.fonts.load(`600 40px ${fonts.text}`)]);
  // Late or failed, it is drawn in the other font.
  await inTime(fontsWithin, loaded).catch(() => undefined);

  const write = (
    text: string,
    y: number,
    { size, weight = 800, family = fonts.display, room = width - 2 * margin, alpha = 1, x = middle }: Writing,
  ) => {
    pen.globalAlpha = alpha;
    pen.fillStyle = colours.ink;
    pen.textAlign = 'center';
    pen.textBaseline = 'alphabetic';
    pen.font = `${weight} ${size}px ${family}`;
    const fitting = Math.min(1, room / pen.measureText(text).width);
    pen.font = `${weight} ${Math.floor(size * fitting)}px ${family}`;
    pen.fillText(text, x, y);
    pen.globalAlpha = 1;
  };

  drawGround(pen, colours);
  const { total, leaders, days, favourite, flame, week } = recap;
  write('OU LA LA', 170, { size: 64, x: middle + 35 });
  drawRing(pen, colours, { x: middle - pen.measureText('OU LA LA').width / 2 - 15, y: 148 });
  write(hasNames ? recap.title : texts.title, 330, { size: 96 });
  write(weekInWords(week), 410, { size: 46, weight: 600, family: fonts.text, alpha: 0.8 });
  const isUp = total.points > 0;
  write(recapMessages.number({ count: isUp ? total.points : total.actions }), 790, { size: 380 });
  write(
    isUp ? `${texts.points(total)} · ${recapMessages.number({ count: total.actions })} ${texts.actions(total)}` : texts.actions(total),
    890,
    {
      size: 60,
      weight: 700,
      family: fonts.text,
    },
  );
  if (days) {
    drawBars(pen, days, colours, { top: 990, height: 300 });
    write(texts.best({ day: dayTexts.name({ monday: week, index: days.best }) }), 1390, { size: 50, weight: 700, family: fonts.text });
  }
  // What is below makes room for it.
  const lower = flame ? 60 : 0;
  if (flame) {
    write(`🔥 ${texts.flame(flame)}`, 1470, { size: 50, weight: 700, family: `${fonts.text}, ${fonts.emoji}` });
  }
  const emojis = [...(leaders ? leaders.members.map(({ avatar }) => avatar) : []), ...(favourite?.emoji ? [favourite.emoji] : [])].slice(
    0,
    4,
  );
  write(emojis.length > 0 ? emojis.join('\u2002') : recap.icon, 1590 + lower, { size: 150, weight: 400, family: fonts.emoji });
  if (hasNames && leaders) write(texts.leads({ names: leaders.members.map(({ username }) => username) }), 1700 + lower, { size: 58 });
  if (hasNames && favourite) {
    write(`${favourite.title} × ${favourite.times}`, (leaders ? 1780 : 1710) + lower, {
      size: 50,
      weight: 600,
      family: fonts.text,
      alpha: 0.85,
    });
  }
  return true;
}

interface Writing {
  size: number;
  weight?: number;
  family?: string;
  /** Longer text is written smaller. */
  room?: number;
  alpha?: number;
  /** The position of the text's centre. */
  x?: number;
}

function drawGround(pen: CanvasRenderingContext2D, { from, to }: Colours): void {
  const ground = pen.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, from);
  ground.addColorStop(1, to);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#ffffff';
  for (const [x, y, radius, alpha] of [
    [140, 1760, 420, 0.12],
    [980, 250, 330, 0.14],
    [1010, 1130, 190, 0.1],
  ] as const) {
    pen.globalAlpha = alpha;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

/** The sign of the app, before its name. */
function drawRing(pen: CanvasRenderingContext2D, { ink }: Colours, { x, y }: { x: number; y: number }): void {
  pen.strokeStyle = ink;
  pen.lineWidth = 15;
  pen.beginPath();
  pen.arc(x, y, 20, 0, 2 * Math.PI);
  pen.stroke();
}

function drawBars(
  pen: CanvasRenderingContext2D,
  { gained, best }: NonNullable<Recap['days']>,
  { ink }: Colours,
  room: { top: number; height: number },
): void {
  const most = Math.max(...gained);
  const [bar, gap] = [76, 36];
  const left = middle - (gained.length * bar + (gained.length - 1) * gap) / 2;
  pen.fillStyle = ink;
  for (const [index, points] of gained.entries()) {
    const size = Math.max(20, (points / most) * room.height);
    pen.globalAlpha = index === best ? 1 : 0.28;
    pen.beginPath();
    pen.roundRect(left + index * (bar + gap), room.top + room.height - size, bar, size, Math.min(bar / 2, size / 2));
    pen.fill();
  }
  pen.globalAlpha = 1;
}
