import { describe, expect, it } from 'vitest';
import { avatars } from '#shared/account-rules';
import { avatarClash } from './avatar-clash.ts';

const member = (userId: string, avatar: string, joinedAt: number) => ({ userId, username: userId, avatar, joinedAt });
const lea = member('Léa', '🦄', 1);
const max = member('Max', '🦄', 2);
const zoe = member('Zoé', '⭐', 3);
const as = ({ userId, avatar }: { userId: string; avatar: string }) => ({ id: userId, avatar });

describe('two members with the same avatar', () => {
  it('only the one who came second is told, whatever the order of the list', () => {
    expect(avatarClash([max, zoe, lea], as(max))?.other).toBe(lea);
    expect(avatarClash([max, zoe, lea], as(lea))).toBeNull();
    expect(avatarClash([max, zoe, lea], as(zoe))).toBeNull();
  });

  it('the avatars of all others are named with their owner', () => {
    const others = new Map([
      ['⭐', 'Zoé'],
      ['🦄', 'Léa'],
    ]);
    expect(avatarClash([max, zoe, lea], as(max))?.taken).toEqual(others);
  });

  it('an avatar that was just changed counts at once', () => {
    expect(avatarClash([lea, max], { id: 'Max', avatar: '💎' })).toBeNull();
  });

  it('nobody is offered another avatar when all are taken, nor is a person who is not a member', () => {
    const crowd = avatars.map(({ symbol }, index) => member(`p${index}`, symbol, index));
    const late = member('late', avatars[0].symbol, 99);
    expect(avatarClash([...crowd, late], as(late))).toBeNull();
    expect(avatarClash([lea], as(max))).toBeNull();
  });

  it('only one of two who joined in the same instant is asked', () => {
    const twin = { ...max, joinedAt: lea.joinedAt };
    expect([avatarClash([lea, twin], as(lea)), avatarClash([lea, twin], as(twin))].filter((clash) => clash !== null)).toHaveLength(1);
  });
});
