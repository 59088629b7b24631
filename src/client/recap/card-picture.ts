import { inTime } from '#client/ui/in-time.ts';

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

export interface Picture {
  write: (text: string, y: number, how: Writing) => void;
  /** In the font of the text, and with emojis. */
  say: (text: string, y: number, how: Writing) => void;
  drawBars: (values: readonly number[], best: number, room: { top: number; height: number }) => void;
  emojis: (text: string, y: number) => void;
}

/** A picture with the colours of its board and the name of the app, to be drawn on by hand; undefined where this browser does not draw. */
export async function openPicture(canvas: HTMLCanvasElement): Promise<Picture | undefined> {
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
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

  const write = (text: string, y: number, how: Writing) => {
    const { size, weight = 800, family = fonts.display, room = width - 2 * margin, alpha = 1, x = middle } = how;
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
  write('OU LA LA', 170, { size: 64, x: middle + 35 });
  drawRing(pen, colours, { x: middle - pen.measureText('OU LA LA').width / 2 - 15, y: 148 });
  return {
    write,
    say: (text, y, how) => write(text, y, { weight: 700, family: `${fonts.text}, ${fonts.emoji}`, ...how }),
    emojis: (text, y) => write(text, y, { size: 150, weight: 400, family: fonts.emoji }),
    drawBars: (values, best, room) => drawBars(pen, { values, best }, colours, room),
  };
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

const [barWidth, barGap] = [76, 36];

function drawBars(
  pen: CanvasRenderingContext2D,
  { values, best }: { values: readonly number[]; best: number },
  { ink }: Colours,
  room: { top: number; height: number },
): void {
  const most = Math.max(...values);
  const whole = values.length * (barWidth + barGap) - barGap;
  const scale = Math.min(1, (width - 2 * margin) / whole);
  const [bar, left] = [barWidth * scale, middle - (whole * scale) / 2];
  pen.fillStyle = ink;
  for (const [index, value] of values.entries()) {
    const size = Math.max(20, (value / most) * room.height);
    pen.globalAlpha = index === best ? 1 : 0.28;
    pen.beginPath();
    pen.roundRect(left + index * (barWidth + barGap) * scale, room.top + room.height - size, bar, size, Math.min(bar / 2, size / 2));
    pen.fill();
  }
  pen.globalAlpha = 1;
}
