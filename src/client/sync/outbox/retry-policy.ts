/** Which failures pass by themselves. */
import { Refused, Unreachable } from '#client/api/api.ts';

/** Whether the same command can succeed later: the server is unreachable, busy or full. */
export function mayPassLater(error: unknown): boolean {
  return error instanceof Refused ? error.status >= 500 || error.status === 408 || isTooMany(error) : error instanceof Unreachable;
}

export function isTooMany(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}
