import type { EndpointKey } from '#shared/api';
import type { Deps } from '../deps.ts';
import type { SessionCaller } from '../identity/callers.ts';
import type { Call } from './serve.ts';

/**
 * Ends the streams of a session whose token was changed, once the reply has brought the browser its cookie: they were opened with the old one, which may
 * have been copied. The browser reconnects with the new one.
 */
export function restartStreams(
  { announce }: Pick<Deps, 'announce'>,
  { sessionId }: SessionCaller,
  { raw }: Call<EndpointKey>['reply'],
): void {
  const comeBack = () => announce({ type: 'session_ended', sessionId, reason: 'restarting' });
  if (raw.destroyed) comeBack();
  else raw.once('close', comeBack);
}
