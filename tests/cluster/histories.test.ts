/** R12: generated histories of everything at once on two copies, which are killed in between, against a model and by `doctor`. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { doctor, sound } from '../faults/soundness.ts';
import { counted, tell } from '../figures.ts';
import { histories, Players } from './history.ts';
import { MovingClock } from './moving-clock.ts';

/** 300 for the proof. */
const numRuns = Number(process.env['HISTORIES'] ?? 5);
/** Printed by fast-check where something is found. */
const seed = Number(process.env['HISTORIES_SEED'] ?? Date.now() % 1_000_000);

// Ahead of the real one: what began at the real time, as PostgreSQL and Redis see it, lies in the past. At this hour yesterday is open, and on a
// Monday the gesture of the week.
const clock = new MovingClock('2027-01-09T02:00:00+01:00');
const several = await startBuiltCopies(2, clock.settings());
afterAll(async () => {
  await several.close();
  clock.remove();
});

/** Nobody makes as many requests in an hour as hundreds of histories. */
async function forgetLimits(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(several.redis.port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => resolve(socket.end() && undefined)).once('error', reject);
  });
}

it(
  `${numRuns} histories leave nothing lost, doubled or half done`,
  async (test) => {
    const players = new Players(several, clock);
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await forgetLimits();
        expect(await players.play(history)).toEqual([]);
        expect(await doctor(several.dataDir, clock.settings())).toEqual(sound);
      }),
      // What runs at once runs otherwise each time: a smaller example would rarely fail again.
      { numRuns, seed, endOnFailure: true },
    );
    const { logs, logsForOthers, logsByTokens, losses, avowed, proposed, closed, undoneSince, ...more } = players.counts;
    tell(
      test,
      'R12',
      `${counted(numRuns)} histories on two copies (${counted(logs)} logs, ${counted(logsForOthers)} for others, ${counted(logsByTokens)} by tokens, ${counted(losses)} losses for ` +
        `others, ${counted(avowed)} avowed, ${counted(proposed)} proposals, ${counted(closed)} seasons closed, ${counted(undoneSince)} of them ` +
        `marked since, ${counted(more.paused)} pauses, ${counted(more.contested)} contests, of which ${counted(more.takenBack)} undid an activity ` +
        `and ${counted(more.tossed)} ended by a coin, ${counted(more.gestures)} gestures of a week, ${counted(more.modes)} changes of how a board is played), 0 differences from the model, doctor clean`,
      { whole: numRuns >= 300 },
    );
    expect(several.output()).not.toMatch(/"level":60/);
  },
  Math.max(300_000, numRuns * 30_000),
);
