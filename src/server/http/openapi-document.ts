import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { api, type Endpoint, type EndpointKey, subjects } from '#shared/api';
import { isKeptFromDemos } from '#shared/api/in-demos';
import { type RefusalCode, refusals } from '#shared/refusals';
import { isTokenScope, scopes, tokenScopes } from '#shared/scopes';
import { tokenPrefix } from '#shared/token-rules';
import { isLimited } from './change-limits.ts';

/** The head of the document. */
export interface About {
  description: string;
  /** The address at which people reach the app. */
  origin: string;
  supportEmail: string;
}

/**
 * The OpenAPI document of the table of endpoints. Made endpoint by endpoint: all their schemas together take longer than anybody else's
 * call may be kept waiting.
 */
export async function openApiDocument({ description, origin, supportEmail }: About): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  const refused = new Set<RefusalCode>();
  for (const [key, endpoint] of Object.entries(api) as [EndpointKey, Endpoint][]) {
    await nextTurn();
    const [method = '', path = ''] = key.split(' ');
    (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operationOf(key, endpoint);
    for (const code of refusalsOf(key, endpoint)) refused.add(code);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'OU LA LA',
      version: '1',
      description,
      contact: {
        name: "La personne qui héberge l'application",
        url: origin,
        // An address at a host without a domain is not valid in an OpenAPI document.
        ...(z.email().safeParse(supportEmail).success && { email: supportEmail }),
      },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(subjects).map(([name, { about }]) => ({ name, description: about })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: origin.startsWith('https:') ? '__Host-ou-la-la' : 'ou-la-la',
          description: `Chaque opération nomme une portée (\`x-scope\`). Une session les a toutes : ${Object.entries(scopes)
            .map(([name, what]) => `\`${name}\`, ${what}`)
            .join(' ; ')}.`,
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `Un jeton, \`${tokenPrefix}…\`, créé sur la page « Ouvrir des portes » ou par \`POST /api/tokens\`. Il a la portée ${Object.values(
            tokenScopes,
          )
            .map((name) => `\`${name}\``)
            .join(' et, si on le lui permet, ')}. Le reste, et les tableaux qui ne lui sont pas permis, n'existent pas pour lui.`,
        },
      },
      examples: Object.fromEntries([...refused].map((code) => [code, exampleOf(code)])),
    },
  };
}

function operationOf(key: EndpointKey, endpoint: Endpoint): object {
  const { summary, description, scope, tagged, params, query, headers, body, reply, public: open } = endpoint;
  const isOpenToTokens = isTokenScope(scope);
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...parametersOf('header', headers),
    ...(isChange(key) ? [isOpenToTokens ? { ...originHeader, required: false } : originHeader] : []),
    ...(tagged ? [tagHeader] : []),
  ];
  const codes = refusalsOf(key, endpoint);
  const statuses = [...new Set(codes.map((code) => refusals[code][0]))];
  return {
    operationId: operationId(key),
    summary,
    description,
    tags: Object.entries(subjects).flatMap(([name, { endpoints }]) => (key in endpoints ? [name] : [])),
    ...(open ? { security: [] } : isOpenToTokens && { security: [{ session: [] }, { token: [] }] }),
    'x-scope': scope,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }),
    responses: {
      [reply[0]]: successOf(reply[1]),
      ...(tagged && { 304: { description: "Rien n'a changé depuis la réponse qui portait cet ETag" } }),
      ...Object.fromEntries(statuses.map((status) => [status, refusalOf(codes.filter((code) => refusals[code][0] === status))])),
    },
  };
}

/** 'POST /api/boards/:boardId/activities' → 'post_boards_boardid_activities' */
function operationId(key: EndpointKey): string {
  return key
    .toLowerCase()
    .replace(' /api', '')
    .replaceAll(/[/:-]+/g, '_');
}

const originHeader = {
  in: 'header',
  name: 'origin',
  required: true,
  description: "L'adresse de l'application, comme un navigateur l'envoie ; inutile avec un jeton",
  schema: { type: 'string' },
};

const tagHeader = {
  in: 'header',
  name: 'if-none-match',
  required: false,
  description: "L'ETag de la dernière réponse : tant que rien n'a changé, 304 sans contenu",
  schema: { type: 'string' },
};

interface ObjectSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

function parametersOf(location: 'path' | 'query' | 'header', parts: Endpoint['params']): object[] {
  if (!parts) return [];
  const { properties = {}, required = [] } = schemaOf(parts, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    in: location,
    name,
    required: required.includes(name),
    description,
    schema,
  }));
}

function successOf(success: Endpoint['reply'][1]): object {
  if (success === null) return { description: 'Sans contenu' };
  if (success === 'stream') return { description: "Flux d'événements", content: { 'text/event-stream': { schema: { type: 'string' } } } };
  return { description: 'Réponse', content: { 'application/json': { schema: schemaOf(success, 'output') } } };
}

/** All refusals of an endpoint: those that it names, and those that every endpoint may give. */
function refusalsOf(key: EndpointKey, endpoint: Endpoint): RefusalCode[] {
  const { params, query, headers, body, refusals: own = [], public: open } = endpoint;
  const codes: RefusalCode[] = [...own, 'token_refused', 'server_error', 'data_damaged', 'unavailable'];
  if (!open) codes.push('no_user_logged_in');
  // To a token that may reach some boards only.
  if (isTokenScope(endpoint.scope) && !endpoint.withinBoards && !key.includes('/:boardId')) codes.push('not_found');
  if (params || query || headers || body) codes.push('invalid_input');
  if (isKeptFromDemos(key)) codes.push('demo_stays_here');
  if (isChange(key)) codes.push('foreign_origin', 'storage_full');
  if (isLimited(key) && !codes.includes('too_many_requests')) codes.push('too_many_requests');
  if (body) codes.push('body_too_large');
  return codes;
}

function isChange(key: EndpointKey): boolean {
  return !key.startsWith('GET ');
}

function refusalOf(codes: readonly RefusalCode[]): object {
  return {
    description: codes.map((code) => `${code} : ${refusals[code][1]}`).join(' · '),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            code: { type: 'string', enum: codes },
            message: { type: 'string' },
            field: { type: 'string' },
            ...(codes.includes('foreign_origin') && { origin: { type: 'string', format: 'uri' } }),
          },
          required: ['code', 'message'],
          additionalProperties: false,
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function exampleOf(code: RefusalCode): object {
  const [, message] = refusals[code];
  return { summary: message, value: { code, message } };
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  return made;
}
