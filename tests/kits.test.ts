/** The ready boards, beside the catalogue that they take most of their actions from. */
import { describe, expect, it } from 'vitest';
import { boardLimits } from '#shared/board-limits';
import { boardTitle } from '#shared/board-title';
import { createBoard } from '#shared/boards';
import { actionKey } from '#shared/offered-actions';
import { predefinedActions } from '#server/actions/catalogue';
import { boardOf, emptyDraft, withKit } from '#client/boards/creation/board-draft.ts';
import { kits } from '#client/boards/creation/kits.fr.ts';

const [couple, flat] = kits;
if (!couple || !flat) throw new Error('there are no kits');

it('there is one for two, for a flat, for a band of friends and for a family, told apart by name, icon and theme', () => {
  expect(kits.map(({ label }) => label)).toEqual(['À deux', 'La coloc', 'La bande', 'La famille']);
  for (const part of ['name', 'icon', 'theme'] as const) expect(new Set(kits.map((kit) => kit[part])).size).toBe(kits.length);
});

describe.each(kits)('the kit $label', (kit) => {
  it('is a board that the server takes', () => {
    const board = boardOf('k'.repeat(22), withKit(emptyDraft, kit), []);
    expect(createBoard.parse(board)).toMatchObject({ title: kit.name, theme: kit.theme, icon: kit.icon, actions: kit.actions });
    expect(boardTitle(kit.name)).toBe(kit.name);
    expect(kit.name.length).toBeLessThanOrEqual(boardLimits.titleMax);
  });

  it('has 12 to 20 actions, each once and with an emoji, more gains than there are losses or as many', () => {
    expect(kit.actions.length).toBeGreaterThanOrEqual(12);
    expect(kit.actions.length).toBeLessThanOrEqual(20);
    expect(new Set(kit.actions.map(actionKey)).size).toBe(kit.actions.length);
    expect(kit.actions.filter(({ emoji }) => emoji === undefined)).toEqual([]);
    const losses = kit.actions.filter(({ points }) => points < 0).length;
    expect(losses).toBeGreaterThanOrEqual(4);
    expect(kit.actions.length - losses).toBeGreaterThanOrEqual(losses);
  });

  it('begins with a gain', () => {
    expect(kit.actions[0]?.points).toBeGreaterThan(0);
  });

  it('counts an action of the catalogue as the catalogue does', () => {
    const catalogue = new Map(predefinedActions.map((action) => [action.title, action]));
    const known = kit.actions.filter(({ title }) => catalogue.has(title));
    expect(known.length).toBeGreaterThan(kit.actions.length / 2);
    expect(known).toEqual(known.map(({ title }) => catalogue.get(title)));
  });
});

it('a kit keeps what the person named, wrote and chose, and whom they invited', () => {
  const max = { id: 'max', username: 'Max', avatar: '🦄' };
  const written = { title: 'Chaussette', points: -5 };
  const draft = { ...emptyDraft, name: 'Les fous', own: [written], chosen: ['a'], invited: [max] };
  const filled = withKit(draft, couple);
  expect(filled).toMatchObject({ name: 'Les fous', theme: couple.theme, own: [...couple.actions, written], chosen: ['a'], invited: [max] });
});

it('a kit takes the place of another that could not be made', () => {
  expect(withKit(withKit(emptyDraft, couple), flat)).toEqual(withKit(emptyDraft, flat));
});

it('an action that was chosen in the catalogue and is in the kit too is on the board once', () => {
  const [first] = couple.actions;
  if (!first) throw new Error('an empty kit');
  const chosen = { id: 'a', title: first.title, points: first.points, category: null, emoji: null };
  const { actions } = boardOf('key', withKit({ ...emptyDraft, chosen: ['a'] }, couple), [chosen]);
  expect(actions).toEqual(couple.actions);
});
