import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** Content that is the same for everybody as long as this process lives. */
export interface StaticContent {
  /** As in `text/html; charset=utf-8`. */
  type: string;
  body: Buffer;
  etag: string;
  /** Compressed at its first use, off the event loop, and kept: a visitor must not make the server compress it again. */
  encoded(encoding: Encoding): Promise<Buffer>;
}

const compress = {
  // The best quality takes seconds for what weighs megabytes, and gains a tenth.
  br: (body: Buffer, quality = 6) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} satisfies Record<Encoding, (body: Buffer, quality?: number) => Promise<Buffer>>;

/** In bytes; less is not worth it. */
const worthCompressing = 1024;

export function createStaticContent(type: string, text: string | Buffer): StaticContent {
  const body = Buffer.from(text);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    body,
    // Weak: the same in every encoding.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encoded(encoding) {
      const known = compressed.get(encoding);
      if (known) return known;
      const made = compress[encoding](body);
      compressed.set(encoding, made);
      return made;
    },
  };
}

/**
 * Answers with the content, or with 304 to who has it already. It is asked for again each time: a new version of the app may differ.
 * `vary`: the headers that decide what is sent.
 */
export async function sendStaticContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  vary = 'accept-encoding',
): Promise<FastifyReply> {
  reply.header('etag', content.etag).header('cache-control', 'no-cache').header('vary', vary);
  if (hasAlready(request.headers['if-none-match'], content.etag)) return reply.status(304).send();
  reply.type(content.type);
  const encoding = content.body.length < worthCompressing ? undefined : encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(content.body);
  return reply.header('content-encoding', encoding).send(await content.encoded(encoding));
}

/** Answers with what is made for this request alone. The plugin that compresses replies passes over addresses without a route: all pages. */
export async function sendCompressed({ headers }: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const body = Buffer.from(text);
  const encoding = encodingFor(headers['accept-encoding']);
  if (encoding === undefined) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress[encoding](body, qualityForOne));
}

/** The next one takes twice the time and gains nothing on a page. */
const qualityForOne = 5;

function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

/** The best compression that the client accepts; undefined when it accepts none. */
function encodingFor(accepted: string | undefined): Encoding | undefined {
  const taken = new Map<string, boolean>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    taken.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  return (['br', 'gzip'] as const).find((encoding) => taken.get(encoding) ?? taken.get('*') ?? false);
}
