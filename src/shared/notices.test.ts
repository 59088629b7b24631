import { describe, expect, it } from 'vitest';
import type { BoardChange } from './boards.ts';
import { noticesOf, pushesOf } from './notices.ts';

const change: BoardChange = { boardId: 'one', after: 1, revision: 2, complete: true, totalPoints: 0, activities: [] };

describe('a notice of an event', () => {
  it('goes to the next administrator when a board is handed over', () => {
    const board = { title: 'NOUS', icon: '👑', theme: 'pink' as const, createdBy: 'max', linkEnabled: true, timeZone: 'Europe/Paris' };
    const event = {
      type: 'administrator_changed',
      boardId: 'one',
      from: 'léa',
      to: 'max',
      isGift: true,
      change: { ...change, board },
    } as const;
    expect(noticesOf(event)).toEqual([{ to: 'max', notice: { kind: 'board_handed_over', boardId: 'one', boardTitle: 'NOUS' } }]);
  });

  it('goes to who can answer a proposal, and then to who made it', () => {
    const people = { boardId: 'one', administratorId: 'léa' };
    const proposed = { title: 'Sieste', username: 'Max' };
    const answered = { title: 'Sieste', points: 5, accepted: true };
    expect(noticesOf({ type: 'proposal_made', ...people, userId: 'max', proposed })).toMatchObject([{ to: 'léa', notice: proposed }]);
    expect(noticesOf({ type: 'proposal_answered', ...people, proposedBy: 'max', answered })).toMatchObject([
      { to: 'max', notice: answered },
    ]);
    expect(noticesOf({ type: 'proposal_answered', ...people, proposedBy: 'léa', answered })).toEqual([]);
  });

  it('of what a board plays for goes to whom the event names, by a toast and by a push', () => {
    const news = { boardId: 'one', to: ['léa', 'lou'], revision: 7 } as const;
    const made = { type: 'agreement_made', ...news, agreementId: 'proposed', kind: 'goal', username: 'Max' } as const;
    const agreed = { type: 'all_agreed', ...news, agreementId: 'proposed', kind: 'season', isForTwo: true } as const;
    const closed = { type: 'season_closed', ...news, seasonId: 'over', kind: 'season', number: 3 } as const;
    const notices = [
      { kind: 'agreement_made', boardId: 'one', agreementId: 'proposed', of: 'goal', username: 'Max' },
      { kind: 'all_agreed', boardId: 'one', of: 'season', isForTwo: true },
      { kind: 'season_closed', boardId: 'one', of: 'season', number: 3 },
    ];
    for (const [index, event] of [made, agreed, closed].entries()) {
      expect(noticesOf(event)).toEqual(news.to.map((to) => ({ to, notice: notices[index] })));
      const push = { topic: ['agreement', 'all_agreed', 'season_closed'][index], about: index === 2 ? 'over' : 'proposed', after: 7 };
      expect(pushesOf(event)).toEqual(news.to.map((to) => ({ to, ...push })));
    }
  });

  it('goes to nobody where the screens say it themselves', () => {
    expect(noticesOf({ type: 'sums_changed', userId: 'léa' })).toEqual([]);
  });
});
