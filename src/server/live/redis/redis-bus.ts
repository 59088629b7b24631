import { newId } from '../../ids/ids.ts';
import type { Redis } from '../../redis/redis.ts';
import { type Bus, type BusMessage, type BusState, topicOf } from '../bus.ts';
import { createOtherCopies } from './other-copies.ts';
import { createEnvelope, type Letter } from './envelope.ts';
import { type Channel, createSubscriptions, nameOf } from './subscriptions.ts';

/** In milliseconds. */
const beatEvery = 1000;
/** Own beats that did not come back: what the others send does not come either. */
const unheardAtMost = 3;
/** In milliseconds: a stream that has waited for its subscription so long goes on, and is greeted again once that is there. */
const followWithin = 1000;

/**
 * The copies of the server hear of each other through Redis: on a channel for each board and each person, to which only those copies
 * listen that have streams of it, and on one for all. Every copy sends a beat each second. By its own it knows that both ways are open,
 * by those of the others that they are there. `secret`: 32 bytes, hexadecimal, the same for all copies.
 */
export function createRedisBus(redis: Redis, secret: string): Bus {
  const copy = newId();
  const envelope = createEnvelope(secret);
  const subscriptions = createSubscriptions(redis);
  const listeners: ((message: BusMessage, from: string) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const others = createOtherCopies();
  let state: BusState = 'lost';
  let unheard = 0;
  // Whether others lack something that could not be sent, and that looking into the database every few seconds does not find.
  let owes = false;
  let timer: NodeJS.Timeout | undefined;

  function post(channel: Channel, letter: Letter): Promise<unknown> {
    return redis.publish(nameOf(channel), envelope.close(letter));
  }

  function noteGap(): void {
    for (const listener of gapListeners) listener();
  }

  function be(next: BusState): void {
    if (next === state) return;
    state = next;
    noteGap();
  }

  async function beat(): Promise<void> {
    const isGap = owes;
    owes = false;
    await post('all', { from: copy, sign: isGap ? 'gap' : 'beat' }).catch(() => (owes ||= isGap));
  }

  function tick(): void {
    unheard += 1;
    if (unheard > unheardAtMost) {
      be('lost');
      // The connection may be half dead: nothing comes, and nothing says so.
      if (unheard % (2 * unheardAtMost) === 0) redis.renewSubscriptions();
    }
    others.tick();
    void beat();
  }

  function receive(letter: Letter): void {
    const { from } = letter;
    if (from === copy) {
      unheard = 0;
      return be('connected');
    }
    if (letter.news === undefined && letter.sign === 'bye') return others.leaving(from);
    const isBack = others.heard(from) === 'again';
    if (isBack || (letter.news === undefined && letter.sign === 'gap')) noteGap();
    if (letter.news) for (const listener of listeners) listener(letter.news, from);
  }

  redis.onText((_channel, text) => {
    const letter = envelope.open(text);
    if (letter) receive(letter);
  });
  redis.onChange((answers) => {
    if (answers) void beat();
    else be('lost');
  });
  redis.onRestored(() => {
    if (state === 'connected') noteGap();
    void beat();
  });

  return {
    send(news) {
      void post(topicOf(news) ?? 'all', { from: copy, news }).catch(() => (owes ||= !isFoundAnyway(news)));
    },
    listen: (listener) => void listeners.push(listener),
    follow(topics) {
      const coming = subscriptions.follow(topics, followWithin);
      return state === 'lost' ? undefined : coming;
    },
    unfollow: subscriptions.unfollow,
    state: () => state,
    missesCopies: others.areMissed,
    onGap: (listener) => void gapListeners.push(listener),
    onSilence: others.onSilence,
    start(log) {
      redis.start(log);
      void subscriptions.follow(['all'], followWithin);
      timer = setInterval(tick, beatEvery).unref();
    },
    async stop() {
      clearInterval(timer);
      if (owes) await beat();
      // A copy that falls silent without a word makes all others look: that is all that a failure costs.
      if (redis.answers() && !owes) await post('all', { from: copy, sign: 'bye' }).catch(() => undefined);
      redis.stop();
    },
  };
}

/** Whether a lost message is made up for: by comparing revisions, or because both sides ask who is online once the bus is back. */
function isFoundAnyway({ type }: BusMessage): boolean {
  return type === 'changed' || type === 'presence' || type === 'who';
}
