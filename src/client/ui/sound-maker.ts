/** Makes the sounds by Web Audio: no file has to come. */

export type Sound = 'gain' | 'loss' | 'other';

/** In hertz and in seconds. A note swells at once and fades. */
interface Note {
  pitch: number;
  at: number;
  lasts: number;
}

const notes: Record<Sound, readonly Note[]> = {
  // Up.
  gain: [
    { pitch: 659.3, at: 0, lasts: 0.12 },
    { pitch: 987.8, at: 0.08, lasts: 0.19 },
  ],
  // Down.
  loss: [
    { pitch: 329.6, at: 0, lasts: 0.12 },
    { pitch: 220, at: 0.09, lasts: 0.19 },
  ],
  // One drop.
  other: [{ pitch: 523.3, at: 0, lasts: 0.14 }],
};

const loudness = 0.12;
/** Without it one hears a click. */
const swell = 0.01;
/** A fade by a constant share never ends at nothing. */
const silence = 0.0001;
/** In milliseconds. A browser may refuse all sound until the page is pressed: by then it would be about something long past. */
const latest = 400;

/** In seconds. After an absence many moves come at once. */
const apart = 0.3;

let context: AudioContext | undefined;
let free = 0;

export async function makeSound(sound: Sound): Promise<void> {
  // A browser may have none, or no device to play it on.
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  const asked = performance.now();
  if (context.state !== 'running') await context.resume();
  if (performance.now() - asked > latest || context.currentTime < free) return;
  free = context.currentTime + apart;
  for (const note of notes[sound]) schedule(context, note);
}

function schedule(audio: AudioContext, { pitch, at, lasts }: Note): void {
  const start = audio.currentTime + at;
  const end = start + lasts;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + swell);
  volume.gain.exponentialRampToValueAtTime(silence, end);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
}
