import { describe, expect, it } from 'vitest';
import { nameOf, readAddresses } from './addresses.ts';

const two = 'postgres://jeu:s%40cret@one.example.org:5432,two.example.org:5433/jeu?target_session_attrs=read-write&sslmode=verify-full';

describe('an address of PostgreSQL', () => {
  it('with one host is taken as it is', () => {
    const url = 'postgres://jeu:secret@db.example.org/jeu?sslmode=verify-full';
    expect(readAddresses(url)).toMatchObject({ isPooled: false });
    expect(readAddresses(url).inOrder()).toEqual([url]);
    expect(nameOf(url)).toBe('jeu sur db.example.org:5432');
  });

  it('with several hosts is one for each, without what only we read', () => {
    expect(readAddresses(two).inOrder()).toEqual([
      'postgres://jeu:s%40cret@one.example.org:5432/jeu?sslmode=verify-full',
      'postgres://jeu:s%40cret@two.example.org:5433/jeu?sslmode=verify-full',
    ]);
    expect(nameOf(two)).toBe('jeu sur one.example.org:5432, two.example.org:5433');
  });

  it('is tried first where it took writes last', () => {
    const addresses = readAddresses(two);
    const [one = '', other = ''] = addresses.inOrder();
    addresses.prefer(other);
    expect(addresses.inOrder()).toEqual([other, one]);
  });

  it('says that a pooler is between', () => {
    expect(readAddresses('postgres://jeu@[::1]:6432/jeu?pgbouncer=true')).toMatchObject({ isPooled: true });
    expect(readAddresses('postgres://jeu@[::1]:6432/jeu?pgbouncer=true').inOrder()).toEqual(['postgres://jeu@[::1]:6432/jeu']);
  });

  it('may name a socket instead of a host', () => {
    expect(nameOf('postgres:///jeu?user=jeu&host=/run/postgresql')).toBe('jeu sur /run/postgresql:5432');
  });
});
