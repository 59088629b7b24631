import { describe, expect, it } from 'vitest';
import { firstThere, neighbours } from './focus-after-removal.ts';

const there = (name: string) => ({ name, isConnected: true });
const gone = (name: string) => ({ name, isConnected: false });

describe('the focus of what is removed goes', () => {
  const [first, middle, last] = [there('first'), there('middle'), there('last')];
  const row = [first, middle, last];
  const section = there('section');

  it('to the next of the row', () => {
    expect(firstThere([...neighbours(row, middle), section])).toBe(last);
    expect(firstThere([...neighbours(row, first), section])).toBe(middle);
  });

  it('from the last one to the one before', () => {
    expect(firstThere([...neighbours(row, last), section])).toBe(middle);
  });

  it('from the only one to what it stood in', () => {
    expect(firstThere([...neighbours([first], first), section])).toBe(section);
  });

  it('from what is not of the row to what the row stands in', () => {
    expect(firstThere([...neighbours(row, there('other')), section])).toBe(section);
    expect(firstThere([...neighbours(row, null), section])).toBe(section);
  });

  it('past what has gone as well', () => {
    expect(firstThere([gone('opener'), null, undefined, section])).toBe(section);
    expect(firstThere([gone('opener')])).toBeUndefined();
  });
});
