import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Api, api, type Endpoint, type EndpointKey, type ReadBody, type ReadParams, type ReadQuery, type ReplyOf } from '#shared/api';
import { type RefusalCode, refusals } from '#shared/refusals';
import type { Person } from '../accounts/sessions/identity.ts';
import { refuse } from '../errors/refusal.ts';

export type App = FastifyInstance;

/** What the handler of an endpoint is given. Everything of the caller's has been validated by the endpoint's schemas. */
export interface Call<K extends EndpointKey> {
  params: ReadParams<K>;
  query: ReadQuery<K>;
  body: ReadBody<K>;
  person: Api[K] extends { public: true } ? Person | null : Person;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Serves one endpoint of the table. What `handle` resolves to is the body of the one successful reply; a long one may be
 * the stream of its bytes, which is sent as it is: then the handler answers for the schema and names the content type.
 */
export function serve<K extends EndpointKey>(app: App, key: K, handle: (call: Call<K>) => Promise<ReplyOf<K> | Readable>): void {
  const endpoint: Endpoint = api[key];
  const [status] = endpoint.reply;
  const { method, url } = addressOf(key);
  app.route({
    method,
    url,
    schema: schemaOf(key, endpoint),
    config: { public: endpoint.public ?? false },
    // The head of a stream would never end.
    exposeHeadRoute: endpoint.reply[1] !== 'stream',
    handler: async (request, reply) => {
      const person = personOf(request, endpoint);
      const call = { params: request.params, query: request.query, body: request.body, person, request, reply } as Call<K>;
      const result = await handle(call);
      // A handler that took the connection over has replied in its own way.
      if (reply.sent) return reply;
      return reply.status(status).send(result);
    },
  });
}

function personOf(request: FastifyRequest, endpoint: Endpoint): Person | null {
  if (request.person === null && !endpoint.public) throw refuse('no_user_logged_in');
  return request.person;
}

function addressOf(key: EndpointKey): { method: string; url: string } {
  const [method, url] = key.split(' ');
  if (method === undefined || url === undefined) throw new Error(`not an endpoint: ${key}`);
  return { method, url };
}

function schemaOf(key: EndpointKey, { summary, description, tag, params, query, body, reply, refusals: own, public: open }: Endpoint) {
  const always: RefusalCode[] = ['server_error', 'data_damaged', 'unavailable'];
  if (!open) always.push('no_user_logged_in');
  if (params || query || body) always.push('invalid_input');
  if (!key.startsWith('GET ')) always.push('foreign_origin', 'storage_full');
  if (body) always.push('body_too_large');
  const [status, success] = reply;
  return {
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    operationId: operationId(key),
    ...(open ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [status]: successSchema(success), ...refusalSchemas([...(own ?? []), ...always]) },
  };
}

function successSchema(success: Endpoint['reply'][1]) {
  if (success === null) return z.undefined().describe('Sans contenu');
  if (success === 'stream') return { description: "Flux d'événements", content: { 'text/event-stream': { schema: z.string() } } };
  // Descriptions of replies for the API document, instead of the generator's own.
  if (!z.globalRegistry.has(success)) z.globalRegistry.add(success, { description: 'Réponse' });
  return success;
}

function refusalSchemas(codes: readonly RefusalCode[]): Record<number, z.ZodType> {
  const statuses = new Set(codes.map((code) => refusals[code][0]));
  return Object.fromEntries([...statuses].map((status) => [status, refusalSchema(codes.filter((code) => refusals[code][0] === status))]));
}

function refusalSchema(codes: RefusalCode[]): z.ZodType {
  return (
    z
      // Documented, not enforced: a refusal that the endpoint does not declare must still be sent as it is.
      .object({ code: z.string().meta({ enum: codes }), message: z.string(), field: z.string().optional() })
      .describe(codes.map((code) => `${code} : ${refusals[code][1]}`).join(' · '))
  );
}

/** 'POST /api/boards/:boardId/activities' → 'post_boards_boardId_activities' */
function operationId(key: EndpointKey): string {
  return key
    .toLowerCase()
    .replace(' /api', '')
    .replaceAll(/[/:-]+/g, '_');
}
