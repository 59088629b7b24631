import type { ReactNode } from 'react';

export interface ToastContent {
  message: ReactNode;
  /** Details in a line below. Parts with `data-said-above` are visible only where several stand under one message. */
  detail?: ReactNode;
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
}

/** A card: a stack of toasts, the newest first, or a single toast. */
export interface Card {
  key: string;
  toasts: readonly [ShownToast, ...ShownToast[]];
}

/** The toasts with one more. It takes the place of a plain one that says the same, and of a greeting; of more than three cards the oldest passing one gives way. */
export function withToast(toasts: readonly ShownToast[], added: ShownToast): readonly ShownToast[] {
  const others = toasts.filter((toast) => !toast.untilNext && !saysTheSame(toast, added));
  const all = [...others, added];
  const cards = cardsOf(all.filter(({ leaving }) => !leaving));
  if (cards.length <= 3) return all;
  const oldest = cards.find(({ toasts: [newest] }) => !newest.persistent) ?? cards[0];
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

function saysTheSame(toast: ShownToast, other: ShownToast): boolean {
  const isPlain = ({ action, stack, persistent, onDismissed }: ShownToast) => !action && !stack && !persistent && !onDismissed;
  return isPlain(toast) && isPlain(other) && toast.kind === other.kind && toast.message === other.message && toast.detail === other.detail;
}
