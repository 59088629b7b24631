import type { ReactNode } from 'react';
import { createObservable } from './observable.ts';

/** Where cards that ask stand at the foot of the page, in the one slot that they share with the toasts. */
export const cardSlot = createObservable<HTMLElement | null>(null);

export interface ToastContent {
  message: ReactNode;
  /** Details in a line below. Parts with `data-said-above` are visible only where several stand under one message. */
  detail?: ReactNode;
  /** Said after the message: what else came of it. */
  also?: ReactNode;
  /** Drawn instead of all that a card usually has. */
  face?: ReactNode;
  /** Comes before what stands there, which waits for it. */
  comesFirst?: boolean | undefined;
  kind?: 'info' | 'success' | 'error' | undefined;
  /** The toast closes once it is pressed. */
  action?: { label: string; onAction: () => void } | undefined;
  /**
   * Toasts with the same key are drawn as one while they are there, each with its detail and its action, and leave one by one. `message`
   * stands over more than one.
   */
  stack?: { key: string; message: (count: number) => ReactNode } | undefined;
  /** Milliseconds; by default 5,000, with an action or an error 10,000. */
  duration?: number | undefined;
  /** Stays until somebody closes it, and gives way to no other toast. */
  persistent?: boolean | undefined;
  /** Gives way to the next one, whatever that says: a greeting. */
  untilNext?: boolean | undefined;
  /** The person closed it, without its action. */
  onDismissed?: (() => void) | undefined;
}

/** The region in which a toast appears and stays: the foot of the page, or the open dialog. */
export type ToastRegion = 'foot' | 'dialog';

export interface ShownToast extends ToastContent {
  id: number;
  leaving: boolean;
  /** Null until the screen that it belongs to is drawn. */
  region: ToastRegion | null;
  /** Milliseconds that it stays once it is seen: what waits behind another card spends none. */
  clock: { left: number };
}

/** A card: a stack of toasts, the newest first, or a single toast. */
export interface Card {
  key: string;
  toasts: readonly [ShownToast, ...ShownToast[]];
}

/** The toasts with one more. It takes the place of a plain one that says the same, and of a greeting; of more than three cards the oldest of the least important gives way. */
export function withToast(toasts: readonly ShownToast[], added: ShownToast): readonly ShownToast[] {
  // A greeting waits behind what comes first: that passes by itself.
  const others = toasts.filter((toast) => (!toast.untilNext || added.comesFirst) && !saysTheSame(toast, added));
  const all = [...others, added];
  const cards = cardsOf(all.filter(({ leaving }) => !leaving));
  if (cards.length <= 3) return all;
  const passing = cards.filter(({ toasts: [newest] }) => !newest.persistent && newest !== added);
  const least = Math.min(...passing.map(importanceOf));
  const oldest = passing.find((card) => importanceOf(card) === least) ?? cards[0];
  const given = new Set(oldest?.toasts);
  return all.filter((toast) => !given.has(toast));
}

/** In the order in which they came. */
export function cardsOf(toasts: readonly ShownToast[]): Card[] {
  const cards = new Map<string, Card>();
  for (const toast of toasts) {
    const key = toast.stack ? `${toast.region ?? 'foot'} ${toast.stack.key}` : String(toast.id);
    cards.set(key, { key, toasts: [toast, ...(cards.get(key)?.toasts ?? [])] });
  }
  return [...cards.values()];
}

/**
 * The card that is drawn of these, one at a time: the most important, of equals the newest. One that somebody holds stays. The others wait,
 * and their time with them.
 */
export function cardInView(toasts: readonly ShownToast[], heldKeys: readonly string[]): Card | undefined {
  const cards = cardsOf(toasts).toSorted((one, other) => importanceOf(other) - importanceOf(one) || other.toasts[0].id - one.toasts[0].id);
  return cards.find(({ key }) => heldKeys.includes(key)) ?? cards[0];
}

/** What passes and can be pressed until then comes before what merely tells, and before what stays until it is closed. */
function importanceOf({ toasts: [{ comesFirst, action, kind, persistent }] }: Card): number {
  if (comesFirst) return 2;
  return !persistent && (action || kind === 'error') ? 1 : 0;
}

function saysTheSame(toast: ShownToast, other: ShownToast): boolean {
  const isPlain = ({ action, stack, persistent, onDismissed }: ShownToast) => !action && !stack && !persistent && !onDismissed;
  return isPlain(toast) && isPlain(other) && toast.kind === other.kind && toast.message === other.message && toast.detail === other.detail;
}
