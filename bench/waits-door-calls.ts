/** The calls of P12 about the ways in from outside. */
import { newActivityId } from '../tests/people.ts';
import type { Call, Tools } from './waits-tools.ts';

export function doorCalls(tools: Tools): Call[] {
  return [...tokenCalls(tools), ...webhookCalls(tools), ...wallCalls(tools)];
}

function tokenCalls({ call, person, full, actionOf }: Tools): Call[] {
  const body = { name: 'Bouton', rights: 'log', boards: null, lasts: 'month' };
  const newToken = async () => {
    const { token } = await person.does('POST /api/tokens', { body });
    return { params: { tokenId: token.id } };
  };
  return [
    call('POST /api/tokens', async () => {
      // A person has thirty at most.
      const { tokens } = await person.does('GET /api/tokens');
      for (const { id } of tokens) await person.does('DELETE /api/tokens/:tokenId', { params: { tokenId: id } });
      return { body };
    }),
    call('DELETE /api/tokens/:tokenId', newToken),
    call('POST /api/boards/:boardId/log', async () => ({ params: full, body: { action: (await actionOf(full.boardId)).actionId } })),
  ];
}

function webhookCalls({ call, person, full }: Tools): Call[] {
  const made = async () => {
    const { webhooks } = await person.does('GET /api/boards/:boardId/webhooks', { params: full });
    // A board has three at most.
    for (const { id } of webhooks)
      await person.does('DELETE /api/boards/:boardId/webhooks/:webhookId', { params: { ...full, webhookId: id } });
    return { params: full, body: { url: 'https://crochet.invalid/ici' } };
  };
  const hooked = async () => {
    const { webhook } = await person.does('POST /api/boards/:boardId/webhooks', await made());
    return { ...full, webhookId: webhook.id };
  };
  return [
    call('POST /api/boards/:boardId/webhooks', made),
    call('PATCH /api/boards/:boardId/webhooks/:webhookId', async () => ({ params: await hooked(), body: { isOn: false } })),
    call('POST /api/boards/:boardId/webhooks/:webhookId/secret', async () => ({ params: await hooked() })),
    call('POST /api/boards/:boardId/webhooks/:webhookId/test', async () => ({ params: await hooked() })),
    call('GET /api/boards/:boardId/webhooks/:webhookId/deliveries', async () => ({ params: await hooked() })),
    {
      ...call('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', async () => ({
        params: { ...(await hooked()), deliveryId: 'none' },
      })),
      refused: true,
    },
    call('DELETE /api/boards/:boardId/webhooks/:webhookId', async () => ({ params: await hooked() })),
    call('PUT /api/boards/:boardId/left-out', async () => {
      await person.does('DELETE /api/boards/:boardId/left-out', { params: full });
      return { params: full };
    }),
    call('DELETE /api/boards/:boardId/left-out', async () => {
      await person.does('PUT /api/boards/:boardId/left-out', { params: full });
      return { params: full };
    }),
  ];
}

/** A wall reads what its board is opened with, and logs as anybody does: of what costs as much, the refusal is measured. */
function wallCalls({ call, visit, full }: Tools): Call[] {
  const refused = (one: Call): Call => ({ ...one, refused: true });
  return [
    call('GET /api/walls'),
    // One that opens would end the session that makes the other calls.
    refused(call('POST /api/boards/:boardId/walls', { params: full, body: { logs: true, code: '' } })),
    refused(call('DELETE /api/walls/:wallId', { params: { wallId: 'none' } })),
    refused(visit('GET /api/wall')),
    refused(visit('GET /api/wall/live')),
    refused(visit('POST /api/wall/activities', { body: { id: newActivityId(), actionId: 'none', points: 1, memberId: 'none' } })),
    refused(visit('POST /api/wall/activities/:activityId/undo', { params: { activityId: newActivityId() } })),
    refused(visit('POST /api/wall/end', { body: { code: '4071' } })),
  ];
}
