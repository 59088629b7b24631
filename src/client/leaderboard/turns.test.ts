import { expect, test } from 'vitest';
import type { BoardCard } from '#shared/boards';
import { accountOf, cardOf, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { bySizeAndActivity, turnOf } from './turns.ts';

const now = Date.parse('2026-11-26T15:00:00Z');
const day = 24 * 60 * 60 * 1000;
const zoé = accountOf('Zoé', { avatar: '👸' });
const me = { id: léa.id, avatar: '🦊' };

function boardOf(scores: readonly [typeof léa, number][], other: Partial<BoardCard> = {}): BoardCard {
  return { ...cardOf(openedBoard({}, { members: scores.map(([person, score]) => memberOf(person, score)) })), ...other };
}
const saidOf = (card: BoardCard) => {
  const { face, standing, turn, isMine } = turnOf(card, { me, now });
  return [face, standing.replaceAll(/\s/g, ' '), turn, isMine];
};
const by = ({ id, username }: typeof léa, at = now) => ({ lastBy: { userId: id, username, at } });

test('on a board of two the other is seen, and who did not play last has the turn', () => {
  const scores = [
    [léa, 40],
    [zoé, 15],
  ] as const satisfies [typeof léa, number][];
  expect(saidOf(boardOf(scores))).toEqual(['👸', 'Vous menez de 25 points', 'À vous', true]);
  expect(saidOf(boardOf(scores, by(zoé)))).toEqual(['👸', 'Vous menez de 25 points', 'Zoé a joué', true]);
  expect(saidOf(boardOf(scores, by(léa)))).toEqual(['👸', 'Vous menez de 25 points', 'À Zoé de jouer', false]);
});

test('each day begins anew, by the clock of the board', () => {
  const scores = [
    [léa, 5],
    [zoé, 5],
  ] as const satisfies [typeof léa, number][];
  expect(saidOf(boardOf(scores, by(léa, now - day)))).toEqual(['👸', 'Égalité parfaite', 'À vous', true]);
  // In Auckland it is the 27th.
  expect(saidOf(boardOf(scores, { ...by(léa, now - 5 * 60 * 60 * 1000), timeZone: 'Pacific/Auckland' }))[2]).toBe('À vous');
});

test('on a larger board the leader is seen, oneself if that is so', () => {
  const trio = (mine: number) =>
    boardOf(
      [
        [léa, mine],
        [max, 0],
        [zoé, 20],
      ],
      by(léa),
    );
  expect(saidOf(trio(5))).toEqual(['👸', 'Zoé mène de 15 points', 'Vous avez joué', false]);
  expect(saidOf(trio(50))).toEqual(['🦊', 'Vous menez de 30 points', 'Vous avez joué', false]);
});

test('the best of a board of a hundred is known, and the points of a board of one', () => {
  const rival = { userId: zoé.id, username: 'Zoé', avatar: '👸', score: 120 };
  const standing = { userId: léa.id, score: 20, rank: 12, shared: false, rival };
  const { members: _, ...large } = boardOf([], {
    memberCount: 100,
    standing,
    lastBy: { userId: null, username: 'Utilisateur supprimé', at: now },
  });
  expect(saidOf(large)).toEqual(['👸', 'Zoé mène de 100 points', "Quelqu'un a joué", true]);
  const game = { number: 1, kind: 'season' as const, startsOn: '', lastDay: '', timeZone: 'Europe/Paris', goal: null };
  const play = { agreements: [], seasons: [{ ...game, startsAt: now - day, endsAt: now + day }] };
  // Those of always say nothing of the season that runs, whose points are not sent.
  expect(saidOf({ ...large, play })[1]).toBe('');
  expect(saidOf(boardOf([[léa, 20]], by(léa)))).toEqual(['👑', 'En solo, 20 points', 'Vous avez joué', false]);
});

test('while a season runs its points are told, and of a goal how far all are', () => {
  const standings = [
    { userId: léa.id, username: 'Léa', points: 0, actions: 0, left: false },
    { userId: zoé.id, username: 'Zoé', points: 20, actions: 1, left: false },
  ];
  const game = { number: 1, startsOn: '', lastDay: '', timeZone: 'Europe/Paris', startsAt: now - day, endsAt: now + day, standings };
  const playing = (season: { kind: 'season' | 'goal'; goal: number | null; startsAt?: number }) =>
    boardOf(
      [
        [léa, 900],
        [zoé, 15],
      ],
      { play: { agreements: [], seasons: [{ ...game, ...season }] } },
    );
  expect(saidOf(playing({ kind: 'season', goal: null }))[1]).toBe('Zoé mène de 20 points');
  expect(saidOf(playing({ kind: 'goal', goal: 300 }))[1]).toBe('20 sur 300, ensemble');
  expect(saidOf(playing({ kind: 'season', goal: null, startsAt: now + 1 }))[1]).toBe('Vous menez de 885 points');
});

test('two come before a few, a few before many, and what sleeps comes last', () => {
  const card = (id: string, memberCount: number, daysAgo: number) => ({
    ...boardOf([]),
    id,
    memberCount,
    lastActivityAt: now - daysAgo * day,
  });
  const cards = [
    card('solo', 1, 0),
    card('asleep', 2, 30),
    card('crowd', 100, 0),
    card('few', 5, 1),
    card('two', 2, 9),
    card('newer', 2, 3),
  ];
  expect(cards.toSorted(bySizeAndActivity(now)).map(({ id }) => id)).toEqual(['newer', 'two', 'few', 'crowd', 'solo', 'asleep']);
});

test('on a board of accomplices the sum is read, and nobody leads (D53)', () => {
  const told = [léa, zoé].map((person) => ({ ...memberOf(person), score: null }));
  const card = cardOf(openedBoard({ playMode: 'together', totalPoints: 55 }, { members: told }));
  expect(saidOf({ ...card, ...by(zoé) })).toEqual(['👸', '55 points ensemble', 'Zoé a joué', true]);
});
