/** Open live streams, and when each saw an activity. */
import { type ClientRequest, get } from 'node:http';
import { readFrames } from '../tests/frames.ts';
import type { Someone } from './players.ts';

export interface Streams {
  /** Called for each activity on each stream. `at` as of performance.now(). */
  onActivity: (activityId: string, at: number) => void;
  close(): void;
}

const openedAtOnce = 50;
const firstActivity = '"activities":[{"id":"';

/** Opens a stream for each of the readers, and waits until all have been greeted. One person may be named several times. */
export async function createStreams(origin: string, readers: readonly Someone[]): Promise<Streams> {
  const requests: ClientRequest[] = [];
  let closed = false;
  const streams: Streams = {
    onActivity: () => undefined,
    close() {
      closed = true;
      for (const request of requests) request.destroy();
    },
  };
  const open = ({ cookie }: Someone) =>
    new Promise<void>((resolve, reject) => {
      const request = get(`${origin}/api/live`, { agent: false, headers: { cookie, accept: 'text/event-stream' } }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`/api/live: ${reply.statusCode}`));
        reply.on('error', () => undefined);
        reply.on('close', () => {
          if (!closed) throw new Error('the server ended a stream');
        });
        readFrames(
          reply,
          (frame, at) => {
            if (frame.includes('event: hello')) return resolve();
            const id = activityIn(frame);
            return id === undefined ? undefined : streams.onActivity(id, at);
          },
          'latin1',
        );
      });
      request.on('error', reject);
      requests.push(request);
    });
  for (let start = 0; start < readers.length; start += openedAtOnce)
    await Promise.all(readers.slice(start, start + openedAtOnce).map(open));
  return streams;
}

/** The id of the first activity that a change carries. */
export function activityIn(frame: string): string | undefined {
  const start = frame.indexOf(firstActivity);
  if (start < 0) return undefined;
  const id = start + firstActivity.length;
  return frame.slice(id, frame.indexOf('"', id));
}
