import { describe, expect, it } from 'vitest';
import { createPlaces, type Parties } from './places.ts';

const bounds = { total: 8, perOwner: 2, perHost: 6 };
const prompt = { hasAnswered: true, after: 100 };
const slow = { hasAnswered: true, after: 9000 };
const hung = { hasAnswered: false, after: 10_000 };
const at = (owner: string, host = ''): Parties => ({ owner, host });

/** Takes a place for each of these in their order, as far as there is room; `leave` gives them back. */
function takeAll(places: ReturnType<typeof createPlaces>, all: readonly Parties[]) {
  const taken = all.flatMap((one) => (places.hasRoom(one) ? [{ one, leave: places.take(one) }] : []));
  return { given: taken.map(({ one }) => one), leave: () => taken.forEach(({ leave }) => leave()) };
}
const many = (count: number, owner: string) => Array.from({ length: count }, () => at(owner));
/** One by each of ten owners. */
const calls = (host: string) => Array.from({ length: 10 }, (_, index) => at(`${index}`, host));
const [a, b] = ['https://a.example', 'https://b.example'];

describe('one owner', () => {
  it('gets no more places than an owner may have, and others get the rest', () => {
    const places = createPlaces(bounds);
    expect(takeAll(places, many(10, 'léa')).given).toHaveLength(2);
    expect(takeAll(places, calls('')).given).toHaveLength(6);
    expect(places.hasRoom(at('zoé'))).toBe(false);
  });

  it('gets a place again for each one that is given back, once', () => {
    const places = createPlaces(bounds);
    const first = places.take(at('léa'));
    places.take(at('léa'));
    first();
    first();
    expect(takeAll(places, many(3, 'léa')).given).toHaveLength(1);
  });
});

describe('a host', () => {
  it('has one place until it has answered, and then as many as a host may have', () => {
    const places = createPlaces(bounds);
    const first = takeAll(places, calls(a));
    expect(first.given).toHaveLength(1);
    first.leave();
    places.called(a, prompt);
    expect(takeAll(places, calls(a)).given).toHaveLength(6);
  });

  it('that took seconds to answer stays as it was', () => {
    const places = createPlaces(bounds);
    places.called(a, slow);
    expect(takeAll(places, calls(a)).given).toHaveLength(1);
    places.called(b, prompt);
    places.called(b, slow);
    expect(takeAll(places, calls(b)).given).toHaveLength(6);
  });

  it('that hung has one place again until it answers', () => {
    const places = createPlaces(bounds);
    places.called(a, prompt);
    places.called(a, hung);
    const one = takeAll(places, calls(a));
    expect(one.given).toHaveLength(1);
    one.leave();
    places.called(a, prompt);
    expect(takeAll(places, calls(a)).given).toHaveLength(6);
  });

  it('that refuses a call at once stays as it was', () => {
    const places = createPlaces(bounds);
    places.called(a, prompt);
    places.called(a, { hasAnswered: false, after: 1 });
    places.called(b, { hasAnswered: false, after: 1 });
    expect(takeAll(places, calls(b)).given).toHaveLength(1);
    expect(takeAll(places, calls(a)).given).toHaveLength(6);
  });

  it('of its own for each of many owners leaves half of the places to hosts that have answered', () => {
    const places = createPlaces(bounds);
    places.called('https://known.example', prompt);
    const strangers = Array.from({ length: 20 }, (_, index) => at(`stranger-${index}`, `https://${index}.example`));
    expect(takeAll(places, strangers).given).toHaveLength(4);
    expect(takeAll(places, calls('https://known.example')).given).toHaveLength(4);
  });
});
