/** What is played in a demo, by whom: a board that looks as if two people had played on it for some days. */
import type { ReactionEmoji } from '#shared/reaction-choices';
import { typographic } from '#shared/typography';
import { predefinedActions } from '../actions/catalogue.ts';

/** Each has a number behind it, so that the names stay free. */
export const demoNames = { visitor: 'Démo', player: 'Camille' } as const;

export const demoTitle = 'Camille et vous';

/** A short set of the catalogue: eight gains, then seven losses. */
export const demoActions = predefinedActions.filter((_, index) => index % 4 === 0);

/** The one of these actions that has this index in {@link demoActions}. No two of those have the same emoji. */
export function demoAction<Action extends { emoji: string | null }>(actions: readonly Action[], index: number): Action | undefined {
  return actions.find(({ emoji }) => emoji === demoActions[index]?.emoji);
}

interface PastLog {
  who: keyof typeof demoNames;
  /** How long ago. */
  days: number;
  hours: number;
  /** An index of {@link demoActions}. */
  action: number;
  note?: string;
}

/** In the order of time. Both played on the days before, so that the flame burns. */
export const demoPast: readonly PastLog[] = [
  { who: 'player', days: 3, hours: 5, action: 0 },
  { who: 'visitor', days: 3, hours: 1, action: 4 },
  { who: 'player', days: 2, hours: 6, action: 9 },
  { who: 'visitor', days: 2, hours: 3, action: 2, note: typographic('Le dernier. Qui dit mieux ?') },
  { who: 'player', days: 1, hours: 8, action: 5 },
  { who: 'visitor', days: 1, hours: 2, action: 11 },
  { who: 'player', days: 0, hours: 1, action: 1, note: typographic('À vous de jouer !') },
];

/** An action that the second player logs, by its index, or what they put on that of the visitor, as it gains or loses. */
type Answer = { action: number; note?: string } | { gain: ReactionEmoji; loss: ReactionEmoji };

const answers: readonly Answer[] = [
  { action: 3, note: typographic("Ah, on joue comme ça ? J'arrive.") },
  { gain: '👏', loss: '😂' },
  { action: 6 },
  { gain: '❤️', loss: '🙈' },
  { action: 10, note: 'On ne sait jamais.' },
  { gain: '🔥', loss: '😮' },
  { action: 2, note: typographic('Merci pour tout ça !') },
];

/** What follows the first log, the second…; after the last it goes on with the first. `turn` counts from 1. */
export function answerTo(turn: number): Answer | undefined {
  return answers[(turn - 1) % answers.length];
}
