import { describe, expect, it } from 'vitest';
import { avatars } from '#shared/account-rules';
import { faceClash } from './face-clash.ts';

const member = (userId: string, avatar: string, joinedAt: number) => ({ userId, username: userId, avatar, joinedAt });
const lea = member('Léa', '🦄', 1);
const max = member('Max', '🦄', 2);
const zoe = member('Zoé', '⭐', 3);
const as = ({ userId, avatar }: { userId: string; avatar: string }) => ({ id: userId, avatar });

describe('two with the same face', () => {
  it('only the one who came second is told, whatever the order of the list', () => {
    expect(faceClash([max, zoe, lea], as(max))?.other).toBe(lea);
    expect(faceClash([max, zoe, lea], as(lea))).toBeNull();
    expect(faceClash([max, zoe, lea], as(zoe))).toBeNull();
  });

  it('the faces of all others are known as theirs', () => {
    const others = new Map([
      ['⭐', 'Zoé'],
      ['🦄', 'Léa'],
    ]);
    expect(faceClash([max, zoe, lea], as(max))?.taken).toEqual(others);
  });

  it('a face that was just changed counts at once', () => {
    expect(faceClash([lea, max], { id: 'Max', avatar: '💎' })).toBeNull();
  });

  it('nobody is offered another when all are taken, nor who is not a member', () => {
    const crowd = avatars.map(({ symbol }, index) => member(`p${index}`, symbol, index));
    const late = member('late', avatars[0].symbol, 99);
    expect(faceClash([...crowd, late], as(late))).toBeNull();
    expect(faceClash([lea], as(max))).toBeNull();
  });

  it('who joined in the same instant is not asked on both sides', () => {
    const twin = { ...max, joinedAt: lea.joinedAt };
    expect([faceClash([lea, twin], as(lea)), faceClash([lea, twin], as(twin))].filter((clash) => clash !== null)).toHaveLength(1);
  });
});
