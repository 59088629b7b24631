/** What a row of the table of endpoints is, and what rows of several nouns have in common. */
import * as z from 'zod/mini';
import * as ids from '../ids.ts';
import type { RefusalCode } from '../refusals.ts';
import type { Scope } from '../scopes.ts';

type Schema = z.ZodMiniType;

export interface Endpoint {
  summary: string;
  /** What a caller must know beside the schemas. */
  description: string;
  /** What a caller must be allowed: see `shared/scopes.ts`. A visitor needs none where the endpoint is public. */
  scope: Scope;
  /** No session needed. Every other endpoint answers 401 without one. */
  public?: true;
  /** A caller who may reach some boards only may call it: it is about no board, or keeps to theirs. What has a board in its address needs no word. */
  withinBoards?: true;
  /** A guest is refused, with `guest_must_keep` (decision D56). */
  notForGuests?: true;
  /** It opens another session in place of the caller's. A guest, who would lose the game, is refused with `guest_must_keep`. */
  replacesSession?: true;
  /** Other programs than our pages call it: its address holds a token that nobody else knows. */
  fromAnywhere?: true;
  /** Its reply carries an ETag: whoever sends that along is answered 304 while nothing has changed. */
  tagged?: true;
  params?: Schema;
  query?: Schema;
  /** Those of its own; their names are in lower case. */
  headers?: Schema;
  body?: Schema;
  /** The one reply of success, 303 leads to a page. `null` has no body; 'stream' is a text/event-stream. */
  reply: readonly [status: 200 | 201 | 204 | 303, body: Schema | null | 'stream'];
  refusals?: readonly RefusalCode[];
}

/** Adds the description that the OpenAPI document shows for a part of an address. */
export const described = <S extends Schema>(schema: S, description: string): S => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

// Any string is a possible id: one that names nothing is answered like a stranger's, 404.
export const idOf = <S extends Schema>(id: S, description: string) => described(id.clone(), description);

export const boardId = idOf(ids.boardId, "L'identifiant du tableau");
export const userId = idOf(ids.userId, "L'identifiant de la personne");
export const boardParams = z.object({ boardId });
export const memberParams = z.object({ boardId, userId });

// Query strings are text: the number is read here, strictly.
export const revision = (description: string) =>
  described(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), description);

export const board404 = ['board_not_found'] as const;
export const administrator = ['board_not_found', 'administrator_only'] as const;
export const actionFields = [
  'action_title_required',
  'action_title_too_long',
  'action_title_wordless',
  'points_invalid',
  'emoji_invalid',
] as const;
