import type { Person } from '../identity/identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, or null without a session. */
    person: Person | null;
    /** When that was found out, in milliseconds on the clock of `performance.now`. */
    authenticatedAt: number;
  }
  interface FastifyContextConfig {
    /** Needs no session. Every route that does not say so needs one. */
    public?: boolean;
  }
}
