/** What is counted as it happens, each by one addition: so it costs nothing where nobody asks for the metrics. Since the start. */
export interface Tallies {
  /** Activities, each once however often it was sent. */
  logs: number;
  mails: { sent: number; postponed: number; given_up: number };
}

export function createTallies(): Tallies {
  return { logs: 0, mails: { sent: 0, postponed: 0, given_up: 0 } };
}
