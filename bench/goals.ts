/** The goals that are numbers, each once: the benches judge by them, and docs/quality.md quotes them. Times are in milliseconds, memory in megabytes. */

/** Requests a second of the bare Fastify on the machine by which goals in milliseconds were set. */
export const referenceEcho = 28_600;

export const goals = {
  P1: { floor: 1.2, echo: 6.5 },
  P2: { p50: 1.5, p99: 6 },
  /** Times a hop that has the same bytes on the disk before it tells. */
  P3: { p50: 1.6, p99: 2 },
  P4: { opening: 3, growth: 1.3, season: 1.3, bytes: 6000 },
  P5: { feed: 5 },
  P6: { memory: 400, p99: 500 },
  P7: { start: 800, memory: 130 },
  P9: { performance: 95, others: 100 },
  P10: { tap: 100 },
  P11: { statements: 0.5, copies: 1.4 },
  P12: { wait: 50 },
  P13: { start: 60_000, startWithoutCompiling: 25_000 },
  /** With few boards, and with 200. */
  P14: { few: 1000, many: 1500 },
  P18: { call: 3 },
  P20: { film: 150, kept: 10, wait: 50 },
  S7: { refusal: 50 },
} as const;
