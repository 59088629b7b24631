import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type Api,
  api,
  type Endpoint,
  type EndpointKey,
  type ReadBody,
  type ReadHeaders,
  type ReadParams,
  type ReadQuery,
  type ReplyOf,
} from '#shared/api';
import { isKeptFromDemos } from '#shared/api/in-demos';
import type { TokenScope } from '#shared/scopes';
import type { Caller, SessionCaller } from '../identity/callers.ts';
import { refuse } from '../errors/refusal.ts';

export type App = FastifyInstance;

/** What the handler of an endpoint is given. Everything of the caller's has been validated by the endpoint's schemas. */
export interface Call<K extends EndpointKey> {
  params: ReadParams<K>;
  query: ReadQuery<K>;
  body: ReadBody<K>;
  headers: ReadHeaders<K>;
  caller: Api[K] extends { public: true } ? CallerOf<K> | null : CallerOf<K>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Only a session has the scopes that no token may have. */
type CallerOf<K extends EndpointKey> = Api[K]['scope'] extends TokenScope ? Caller : SessionCaller;

interface Sending {
  /**
   * Its replies are many or long: they are sent as the handler made them, not through the schema, which leaves out what it does not name.
   * Instead the tests hold what they get to the schema (`tests/test-app.ts`).
   */
  skipReplySchema?: boolean;
  /** Its replies are too short to be compressed. */
  skipCompression?: boolean;
}

/**
 * Serves one endpoint of the table. What `handle` resolves to is the body of the one successful reply; a long one may be
 * the stream of its bytes, which is sent as it is: then the handler answers for the schema and names the content type.
 */
export function serve<K extends EndpointKey>(
  app: App,
  key: K,
  handle: (call: Call<K>) => Promise<ReplyOf<K> | Readable>,
  { skipReplySchema = false, skipCompression = false }: Sending = {},
): void {
  const endpoint: Endpoint = api[key];
  const [status] = endpoint.reply;
  const { method, url } = addressOf(key);
  app.route({
    method,
    url,
    schema: schemaOf(endpoint),
    config: {
      public: endpoint.public ?? false,
      fromAnywhere: endpoint.fromAnywhere ?? false,
      scope: endpoint.scope,
      withinBoards: endpoint.withinBoards ?? false,
      notForGuests: endpoint.notForGuests ?? false,
      replacesSession: endpoint.replacesSession ?? false,
      notInDemos: isKeptFromDemos(key),
    },
    // The head of a stream would never end.
    exposeHeadRoute: endpoint.reply[1] !== 'stream',
    ...(skipCompression && { compress: false }),
    ...((skipReplySchema || endpoint.tagged) && { serializerCompiler: () => JSON.stringify }),
    handler: async (request, reply) => {
      const caller = callerOf(request, endpoint);
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        caller,
        request,
        reply,
      } as Call<K>;
      const result = await handle(call);
      // A handler that took the connection over has replied in its own way.
      if (reply.sent) return reply;
      if (endpoint.tagged) return sendTagged(call, result);
      return reply.status(status).send(result);
    },
  });
}

// Whether it has the scope was asked before anything of the request was read (`reach.ts`).
function callerOf({ caller }: FastifyRequest, { public: open }: Endpoint): Caller | null {
  if (caller === null && !open) throw refuse('no_user_logged_in');
  return caller;
}

/** The tag is weak: it names what the reply says, however that is compressed on its way. */
function sendTagged({ request, reply }: Pick<Call<EndpointKey>, 'request' | 'reply'>, result: unknown): FastifyReply {
  const text = JSON.stringify(result);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', `W/${tag}`);
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

function addressOf(key: EndpointKey): { method: string; url: string } {
  const [method, url] = key.split(' ');
  if (method === undefined || url === undefined) throw new Error(`not an endpoint: ${key}`);
  return { method, url };
}

/** The input is checked by its schema, and the reply unless `skipReplySchema`. Refusals are not: an undeclared one must still be sent as it is. */
function schemaOf({ params, query, headers, body, reply: [status, success] }: Endpoint) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(success !== 'stream' && { response: { [status]: success ?? nothing } }),
  };
}

const nothing = z.undefined();
