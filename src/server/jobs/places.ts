/** The person whom a job is for, and the host that it calls; '' where there is none. */
export interface Parties {
  /** A person, by id. */
  owner: string;
  /** An origin, as https://push.example.org. */
  host: string;
}

/** The places of a queue whose jobs wait for remote hosts: no person takes all of them, and a host that does not answer keeps one. */
export interface Places {
  hasRoom(parties: Parties): boolean;
  /** Takes a place; the returned function gives it back, once. */
  take(parties: Parties): () => void;
  /** Says how a call to a host has ended, so many milliseconds after it began. */
  called(host: string, outcome: { hasAnswered: boolean; after: number }): void;
}

interface Bounds {
  total: number;
  perOwner: number;
  perHost?: number;
}

/** In milliseconds: an answer that takes longer does not give its host more places. */
const promptly = 3000;
/** The most hosts that are remembered as prompt: there are four or five push services in the world. */
const mostPrompt = 100;

/**
 * A host has one place until it has answered promptly, and again after it has hung, until it answers. All hosts with one place together have half of
 * the places, so that many people, each with a host of their own, do not keep others waiting either.
 */
export function createPlaces({ total, perOwner, perHost = total }: Bounds): Places {
  const owners = new Map<string, number>();
  const hosts = new Map<string, number>();
  // The latest to answer comes last.
  const prompt = new Set<string>();
  let taken = 0;
  let onTrial = 0;

  function hasRoom({ owner, host }: Parties): boolean {
    if (taken >= total) return false;
    if (owner !== '' && (owners.get(owner) ?? 0) >= perOwner) return false;
    if (host === '') return true;
    const there = hosts.get(host) ?? 0;
    return prompt.has(host) ? there < perHost : there === 0 && onTrial < Math.max(Math.floor(total / 2), 1);
  }

  return {
    hasRoom,
    take({ owner, host }) {
      const isOnTrial = host !== '' && !prompt.has(host);
      const change = (by: 1 | -1) => {
        taken += by;
        if (isOnTrial) onTrial += by;
        count(owners, owner, by);
        count(hosts, host, by);
      };
      change(1);
      let isLeft = false;
      return () => {
        if (!isLeft) change(-1);
        isLeft = true;
      };
    },
    called(host, { hasAnswered, after }) {
      // A call that fails at once keeps no place, and a slow answer does not prove that the host hangs: neither changes anything.
      if (hasAnswered === after > promptly) return;
      prompt.delete(host);
      if (!hasAnswered) return;
      prompt.add(host);
      const [oldest] = prompt;
      if (prompt.size > mostPrompt && oldest !== undefined) prompt.delete(oldest);
    },
  };
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
