import { describe, expect, it } from 'vitest';
import type { BoardChange } from '#shared/boards';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { pendingLog, pendingUndo } from '#client/sync/testing/samples.ts';
import { hasUntold, nothingShown, type OutboxEvent, reduce, type ShownOutbox } from './shown-outbox.ts';

const log = (id: string) => pendingLog({ id });
const undo = pendingUndo('one');
const sequence = '000000000000100-log one';
const command = { sequence, items: [log('one')] };
const failure = { ...command, code: null, sentence: null };

const given: OutboxEvent = { type: 'given', items: [log('one')], now: 100 };
const kept: OutboxEvent = { type: 'read', queue: { commands: [command], failed: [] } };
const inMemoryOnly: OutboxEvent = { type: 'read', queue: { commands: [command], failed: [], unsafe: new Set([sequence]) } };
const emptied: OutboxEvent = { type: 'read', queue: { commands: [], failed: [] } };
const refused: OutboxEvent = { type: 'read', queue: { commands: [], failed: [failure] } };

/** `undone`: whether it is, or since which revision it is. */
function told(revision: number, caughtUpTo: number, undone: boolean | number = false): OutboxEvent {
  const activity = {
    ...{ id: 'one', title: 'Massage', points: 15, userId: 'lea', username: 'Léa', userAvatar: '👸', emoji: null, loggedAt: 1 },
    revision,
    undone: undone ? { at: 3, ...(undone !== true && { revision: undone }), userId: 'lea', username: 'Léa' } : null,
  };
  const change: BoardChange = { boardId: 'b', after: 7, revision, complete: true, totalPoints: 15, activities: undone ? [] : [activity] };
  return { type: 'ingested', change: undone ? { ...change, changed: [activity] } : change, caughtUpTo };
}

/** What a story leaves: what is shown, with the revision that holds it, what failed, what is lost with the tab, whether something is untold. */
interface Left {
  pending: [id: string, confirmedRevision: number | null][];
  failed?: number;
  unsafe?: number;
  untold?: boolean;
}

const table: [name: string, story: OutboxEvent[], left: Left][] = [
  ['a command is shown before the queue has it', [given], { pending: [['one', null]] }],
  ['and stays when the queue is read before it was written', [given, emptied], { pending: [['one', null]] }],
  ['the person can be told once it is kept', [given, kept], { pending: [['one', null]], untold: true }],
  ['and is told once', [given, kept, { type: 'told' }], { pending: [['one', null]] }],
  ['what another tab gave is not told here', [kept], { pending: [['one', null]] }],
  [
    'what memory alone holds is lost with the tab, and is not said to be kept',
    [given, inMemoryOnly],
    { pending: [['one', null]], unsafe: 1 },
  ],
  ['the stream can confirm what memory alone holds', [given, inMemoryOnly, told(8, 5)], { pending: [['one', 8]] }],
  ['it goes when the queue lost it and no view was said to have it', [given, kept, emptied], { pending: [] }],
  ['it goes when every view has it', [given, kept, told(8, 8)], { pending: [], untold: true }],
  ['it stays, confirmed, while a view is too old', [given, kept, told(8, 5)], { pending: [['one', 8]], untold: true }],
  ['also when the queue is through with it', [given, kept, told(8, 5), emptied], { pending: [['one', 8]] }],
  ['but not once the server went back to before it', [given, kept, told(8, 5), emptied, { type: 'historyReplaced' }], { pending: [] }],
  [
    'what waits is shown as unconfirmed again once the server went back to before it',
    [given, kept, told(8, 8), { type: 'historyReplaced' }],
    { pending: [['one', null]], untold: true },
  ],
  ['until the last view has caught up', [given, kept, told(8, 5), emptied, told(9, 9)], { pending: [] }],
  [
    'an undo is confirmed by the revision that undid it, not by the activity',
    [{ type: 'given', items: [undo], now: 100 }, told(8, 5)],
    { pending: [['one', null]] },
  ],
  ['and goes with it', [{ type: 'given', items: [undo], now: 100 }, told(9, 9, true)], { pending: [] }],
  [
    'an undo that a change of several revisions tells is confirmed by the one that undid it',
    [{ type: 'given', items: [undo], now: 100 }, told(9, 7, 8)],
    { pending: [['one', 8]] },
  ],
  ['and goes once every view has that one', [{ type: 'given', items: [undo], now: 100 }, told(9, 8, 8)], { pending: [] }],
  ['a refusal is shown until it was seen', [given, kept, refused], { pending: [], failed: 1 }],
  ['and no longer', [given, kept, refused, { type: 'settled', sequence }], { pending: [] }],
  ['whoever leaves takes all of it along', [given, kept, refused, { type: 'left' }], { pending: [] }],
];

const after = (story: readonly OutboxEvent[], from: ShownOutbox = nothingShown) => story.reduce(reduce, from);

describe('what is shown of the outbox', () => {
  it.each(table)('%s', (_name, story, { pending, failed = 0, unsafe = 0, untold = false }) => {
    const state = after(story);
    expect(state.pending.map(({ id, confirmedRevision }) => [id, confirmedRevision])).toEqual(pending);
    expect([state.failed.length, state.unsafe, hasUntold(state)]).toEqual([failed, unsafe, untold]);
  });

  it('says that a command waits once the queue has it, until a change brings it', () => {
    expect(after([given]).waiting).toBe(0);
    expect(after([given, emptied]).waiting).toBe(0);
    for (const story of [[given, kept], [kept], [given, inMemoryOnly]]) expect(after(story).waiting).toBe(1);
    expect(after([given, inMemoryOnly])).toMatchObject({ waiting: 1, unsafe: 1 });
    for (const end of [told(8, 5), told(8, 8), refused]) expect(after([given, kept, end]).waiting).toBe(0);
  });

  it('orders commands after all that this tab has seen, whatever the clock says', () => {
    const { commands } = after([given, kept, { type: 'given', items: [log('two')], now: 3 }]);
    expect(commands.map((each) => each.sequence)).toEqual([sequence, '000000000000101-log two']);
    expect(after([{ type: 'left' }, { type: 'given', items: [log('three')], now: 3 }], after([given])).commands[0]?.sequence).toBe(
      '000000000000101-log three',
    );
  });

  it('gives two commands about one id of two tabs a sequence each, also at the same moment', () => {
    const loss = { id: 'one', boardId: 'b', userId: 'lea', title: 'Vaisselle', startedAt: 1, confirmedRevision: null };
    const avowal: PendingItem = { ...loss, kind: 'avowal', points: -15, emoji: null, from: { userId: 'max', username: 'Max' } };
    const denial: PendingItem = { ...loss, kind: 'denial' };
    const [yes, no] = [avowal, denial].map((item) => after([{ type: 'given', items: [item], now: 100 }]).commands[0]?.sequence);
    expect(yes).toBeDefined();
    expect(no).not.toBe(yes);
  });

  it('is the very same list, and the same failures, as long as nothing about them moves', () => {
    const queue = { commands: [command], failed: [{ ...failure, sequence: 'older' }] };
    const state = after([given, kept, { type: 'read', queue }]);
    const again = reduce(state, { type: 'read', queue: structuredClone(queue) });
    expect(again.pending).toBe(state.pending);
    expect(again.failed).toBe(state.failed);
    expect(reduce(state, { type: 'ingested', change: { boardId: 'other' } as BoardChange, caughtUpTo: 1 })).toBe(state);
  });
});
