/** The calls of P12 about walls. A wall reads what its board is opened with, and logs as anybody does: of what costs as much, the refusal is measured. */
import { newActivityId } from '../tests/people.ts';
import type { Call, Tools } from './waits-tools.ts';

export function wallCalls({ call, visit, full }: Tools): Call[] {
  const refused = (one: Call): Call => ({ ...one, refused: true });
  return [
    call('GET /api/walls'),
    // One that opens would end the session that makes the other calls.
    refused(call('POST /api/boards/:boardId/walls', { params: full, body: { logs: true, code: '' } })),
    refused(call('DELETE /api/walls/:wallId', { params: { wallId: 'none' } })),
    refused(visit('GET /api/wall')),
    refused(visit('GET /api/wall/live')),
    refused(visit('POST /api/wall/activities', { body: { id: newActivityId(), actionId: 'none', points: 1, memberId: 'none' } })),
    refused(visit('POST /api/wall/end', { body: { code: '4071' } })),
  ];
}
