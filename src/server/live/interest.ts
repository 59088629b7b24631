import type { Bus, Topic } from './bus.ts';

/** What other copies are asked to send: what concerns the boards and the people that have streams here, and nothing else. */
export interface Interest {
  /** Resolves when it comes; undefined when it does already. */
  in(topics: readonly Topic[]): Promise<void> | undefined;
  /** Whether it still comes though no stream is left. */
  lingers(topic: Topic): boolean;
  /** Says that a topic may have no stream left. */
  mayEnd(topic: Topic): void;
  stop(): void;
}

/** `ended` is called for what nobody is interested in any more, a while after the last stream: many are opened again at once. */
export function createInterest(
  bus: Pick<Bus, 'follow' | 'unfollow' | 'state'>,
  { isWanted, linger, ended }: { isWanted: (topic: Topic) => boolean; linger: number; ended: (topic: Topic) => void },
): Interest {
  const leaving = new Map<Topic, NodeJS.Timeout>();

  return {
    in(topics) {
      if (bus.state() === 'alone') return undefined;
      for (const topic of topics) {
        clearTimeout(leaving.get(topic));
        leaving.delete(topic);
      }
      return bus.follow(topics);
    },
    lingers: (topic) => leaving.has(topic),
    mayEnd(topic) {
      if (leaving.has(topic) || isWanted(topic)) return;
      if (bus.state() === 'alone') return ended(topic);
      const timer = setTimeout(() => {
        leaving.delete(topic);
        if (isWanted(topic)) return;
        bus.unfollow([topic]);
        ended(topic);
      }, linger);
      leaving.set(topic, timer.unref());
    },
    stop() {
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}
