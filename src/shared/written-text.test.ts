import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { api, type Endpoint } from './api.ts';

type Def = z.core.$ZodTypes['_zod']['def'];

const withoutText = new Set(['enum', 'literal', 'number', 'boolean', 'transform']);

/** All texts within a schema, each with the place where it stands. */
function textsIn(schema: z.core.$ZodType, place: string): { place: string; checks: z.core.$ZodCheck[] }[] {
  const def = schema._zod.def as Def;
  if (def.type === 'string') return [{ place, checks: def.checks ?? [] }];
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, field]) => textsIn(field, `${place}.${name}`));
  if (def.type === 'array') return textsIn(def.element, `${place}[]`);
  if (def.type === 'union') return def.options.flatMap((option) => textsIn(option, place));
  if (def.type === 'pipe') return [...textsIn(def.in, place), ...textsIn(def.out, place)];
  const isAround = def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'catch';
  if (isAround) return textsIn(def.innerType, place);
  if (!withoutText.has(def.type)) throw new Error(`${place}: what of a ${def.type} is text?`);
  return [];
}

const texts = Object.entries(api).flatMap(([key, { params, query, body }]: [string, Endpoint]) =>
  [params, query, body].flatMap((schema) => (schema ? textsIn(schema, key) : [])),
);

/** Whether a check ends at once with a text that is too long: a length, or a pattern that repeats nothing without end. */
function bounds({ _zod: { def } }: z.core.$ZodCheck): boolean {
  if (def.check === 'max_length' || def.check === 'length_equals') return def.abort === true;
  const { pattern } = def as { pattern?: RegExp };
  return pattern !== undefined && !/[*+]|,\}/.test(pattern.source.replaceAll(/\[[^\]]*\]/g, ''));
}

/** What reads a text from its beginning to its end. */
const reads = new Set(['overwrite', 'custom', 'string_format']);

describe('a text of a request', () => {
  it('is measured before any other check reads it, and a text that is too long is read by none', () => {
    const unmeasured = texts.flatMap(({ place, checks }) => {
      const first = checks.find((check) => bounds(check) || reads.has(check._zod.def.check));
      return first && !bounds(first) ? [place] : [];
    });
    expect(texts.length).toBeGreaterThan(40);
    expect(unmeasured).toEqual([]);
  });

  it('has an end wherever it is more than an id in an address', () => {
    const isLast = ({ _zod: { def } }: z.core.$ZodCheck) => def.check === 'max_length' || def.check === 'length_equals';
    const endless = Object.entries(api).flatMap(([key, { body }]: [string, Endpoint]) =>
      body
        ? textsIn(body, key).flatMap(({ place, checks }) => (checks.some((check) => isLast(check) || bounds(check)) ? [] : [place]))
        : [],
    );
    expect(endless).toEqual([]);
  });
});
