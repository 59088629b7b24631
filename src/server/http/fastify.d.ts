import type { Scope } from '#shared/scopes';
import type { Caller } from '../identity/callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a valid credential. */
    caller: Caller | null;
    /** When that was found out, in milliseconds on the clock of `performance.now`. */
    authenticatedAt: number;
  }
  interface FastifyContextConfig {
    /** Needs no session. Every route that does not say so needs one. */
    public?: boolean;
    /** What a caller must be allowed; undefined where every caller may come. */
    scope?: Scope;
    /** See `shared/api/endpoint.ts`. */
    withinBoards?: boolean;
    /** See `shared/api/endpoint.ts`. */
    notForGuests?: boolean;
    /** See `shared/api/endpoint.ts`. */
    replacesSession?: boolean;
    /** See `shared/api/in-demos.ts`. */
    notInDemos?: boolean;
    /** Changes something for whoever knows its address, and not only for our own pages. */
    fromAnywhere?: boolean;
  }
}
