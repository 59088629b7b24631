/** Which failures pass by themselves. */
import { Refused, Unreachable } from '#client/api/api.ts';

/** Whether the same command can succeed later: the server is unreachable, busy or full, or the proxy before it is set wrongly. */
export function mayPassLater(error: unknown): boolean {
  if (!(error instanceof Refused)) return error instanceof Unreachable;
  return error.status >= 500 || error.status === 408 || error.code === 'foreign_origin' || isTooMany(error);
}

export function isTooMany(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}
