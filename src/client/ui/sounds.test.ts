import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Heard {
  pitch: number;
  from: number;
  to: number;
  /** Each with the time at which it is reached. */
  volumes: [volume: number, at: number][];
}

let heard: Heard[];
let resumed: () => Promise<void>;
let contexts: number;
let now: number;
let notes: Map<string, string>;
const page = { visibilityState: 'visible' };

class FakeAudioContext {
  state = 'suspended';
  destination = {};

  constructor() {
    contexts += 1;
  }

  get currentTime() {
    return now;
  }

  async resume(): Promise<void> {
    await resumed();
    this.state = 'running';
  }

  createOscillator() {
    const one: Heard = { pitch: 0, from: 0, to: 0, volumes: [] };
    heard.push(one);
    const frequency = {
      set value(pitch: number) {
        one.pitch = pitch;
      },
    };
    const connect = (gain: { volumes: Heard['volumes'] }) => {
      one.volumes = gain.volumes;
      return gain;
    };
    return { frequency, connect, start: (at: number) => (one.from = at - now), stop: (at: number) => (one.to = at - now) };
  }

  createGain() {
    const volumes: Heard['volumes'] = [];
    const reach = (volume: number, at: number) => void volumes.push([volume, at - now]);
    const gain = { setValueAtTime: reach, linearRampToValueAtTime: reach, exponentialRampToValueAtTime: reach };
    return { volumes, gain, connect: () => undefined };
  }
}

beforeEach(() => {
  vi.resetModules();
  heard = [];
  contexts = 0;
  now = 7;
  resumed = () => Promise.resolve();
  notes = new Map([['sounds', 'on']]);
  page.visibilityState = 'visible';
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', { getItem: (key: string) => notes.get(key) ?? null });
});

describe('a sound', () => {
  it.each(['gain', 'loss', 'other'] as const)('is short, and swells and fades without a click: %s', async (sound) => {
    await played(sound);
    expect(heard.length).toBeGreaterThan(0);
    for (const { from, to, volumes } of heard) {
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThan(0.3);
      const [first, loudest, last] = volumes;
      expect(first).toEqual([0, from]);
      expect(loudest?.[0]).toBeLessThanOrEqual(0.2);
      expect(last?.[0]).toBeLessThan(0.001);
      expect(last?.[1]).toBe(to);
    }
  });

  it('rises for a gain, falls for a loss, and is one drop for somebody else', async () => {
    const pitches = async (sound: 'gain' | 'loss' | 'other') => {
      heard = [];
      now += 1;
      await played(sound);
      return heard.map(({ pitch }) => pitch);
    };
    const [low = 0, high = 0] = await pitches('gain');
    expect(high).toBeGreaterThan(low);
    const [before = 0, after = 0] = await pitches('loss');
    expect(after).toBeLessThan(before);
    expect(await pitches('other')).toHaveLength(1);
    expect(contexts).toBe(1);
  });

  it('is one, though many moves come at once', async () => {
    await played('other');
    await played('other');
    expect(heard).toHaveLength(1);
  });

  it('is not made while they are off, nor while the page is hidden', async () => {
    notes.clear();
    await played('gain');
    notes.set('sounds', 'on');
    page.visibilityState = 'hidden';
    await played('gain');
    expect(contexts).toBe(0);
  });

  it('is let go when the browser allows it only later', async () => {
    let allow = () => {};
    resumed = () => new Promise((resolve) => (allow = resolve));
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(5000);
    await played('other');
    await vi.waitFor(() => expect(contexts).toBe(1));
    allow();
    await settled();
    expect(heard).toEqual([]);
  });

  it('is left out where the browser makes none', async () => {
    vi.stubGlobal('AudioContext', undefined);
    Reflect.deleteProperty(globalThis, 'AudioContext');
    await played('gain');
    expect(heard).toEqual([]);
  });
});

async function played(sound: 'gain' | 'loss' | 'other'): Promise<void> {
  const { play } = await import('./sounds.ts');
  await import('./sound-maker.ts');
  play(sound);
  await settled();
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
