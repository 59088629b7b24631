import { describe, expect, it } from 'vitest';
import { createPlaces, type Parties } from './places.ts';

const bounds = { total: 8, perOwner: 2, perHost: 6 };
const [prompt, slow] = [
  { hasAnswered: true, after: 100 },
  { hasAnswered: true, after: 9000 },
];
const hung = { hasAnswered: false, after: 10_000 };
const at = (owner: string, host = ''): Parties => ({ owner, host });

/** Takes a place for each of these in their order, as far as there is room; `leave` gives them back. */
function takeAll(places: ReturnType<typeof createPlaces>, all: readonly Parties[]) {
  const taken = all.flatMap((one) => (places.hasRoom(one) ? [{ one, leave: places.take(one) }] : []));
  return { given: taken.map(({ one }) => one), leave: () => taken.forEach(({ leave }) => leave()) };
}
const many = (count: number, one: (index: number) => Parties) => Array.from({ length: count }, (_, index) => one(index));

describe('one owner', () => {
  it('gets no more places than an owner may have, and others get the rest', () => {
    const places = createPlaces(bounds);
    expect(
      takeAll(
        places,
        many(10, () => at('léa')),
      ).given,
    ).toHaveLength(2);
    expect(
      takeAll(
        places,
        many(10, (index) => at(`${index}`)),
      ).given,
    ).toHaveLength(6);
    expect(places.hasRoom(at('zoé'))).toBe(false);
  });

  it('gets a place again for each one that is given back, once', () => {
    const places = createPlaces(bounds);
    const first = places.take(at('léa'));
    places.take(at('léa'));
    first();
    first();
    expect(
      takeAll(
        places,
        many(3, () => at('léa')),
      ).given,
    ).toHaveLength(1);
  });
});

describe('a host', () => {
  const calls = (host: string) => many(10, (index) => at(`${index}`, host));

  it('has one place until it has answered, and then as many as a host may have', () => {
    const places = createPlaces(bounds);
    const first = takeAll(places, calls('https://a.example'));
    expect(first.given).toHaveLength(1);
    first.leave();
    places.called('https://a.example', prompt);
    expect(takeAll(places, calls('https://a.example')).given).toHaveLength(6);
  });

  it('that took seconds to answer stays as it was', () => {
    const places = createPlaces(bounds);
    places.called('https://a.example', slow);
    expect(takeAll(places, calls('https://a.example')).given).toHaveLength(1);
    places.called('https://b.example', prompt);
    places.called('https://b.example', slow);
    expect(takeAll(places, calls('https://b.example')).given).toHaveLength(6);
  });

  it('that hung has one place again until it answers', () => {
    const places = createPlaces(bounds);
    places.called('https://a.example', prompt);
    places.called('https://a.example', hung);
    const one = takeAll(places, calls('https://a.example'));
    expect(one.given).toHaveLength(1);
    one.leave();
    places.called('https://a.example', prompt);
    expect(takeAll(places, calls('https://a.example')).given).toHaveLength(6);
  });

  it('that refuses a call at once stays as it was', () => {
    const places = createPlaces(bounds);
    places.called('https://a.example', prompt);
    places.called('https://a.example', { hasAnswered: false, after: 1 });
    places.called('https://b.example', { hasAnswered: false, after: 1 });
    expect(takeAll(places, calls('https://b.example')).given).toHaveLength(1);
    expect(takeAll(places, calls('https://a.example')).given).toHaveLength(6);
  });

  it('of its own for each of many owners leaves half of the places to hosts that have answered', () => {
    const places = createPlaces(bounds);
    places.called('https://known.example', prompt);
    const strangers = takeAll(
      places,
      many(20, (index) => at(`stranger-${index}`, `https://${index}.example`)),
    );
    expect(strangers.given).toHaveLength(4);
    expect(takeAll(places, calls('https://known.example')).given).toHaveLength(4);
  });
});
