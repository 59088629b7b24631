import fastify, { type FastifyServerOptions } from 'fastify';

type Logger = NonNullable<FastifyServerOptions['logger']>;

/**
 * What a line of the log says of what it is about, at every level: never an address, a header or a body. An error says its kind and
 * place; whatever else somebody hung on it stays out, such as the bytes of a request that could not be read.
 */
const serializers = {
  err: describeError,
  req: ({ method }: { method: string }) => ({ method }),
  res: ({ statusCode = 0 }: { statusCode?: number }) => ({ statusCode }),
};

/** A logger that leaves out what people sent. */
export function discreet(logger: Logger): Logger {
  if (!logger) return false;
  return { ...(logger === true ? {} : logger), serializers };
}

/** The log of a command, in the lines of the server's, on standard error: standard output is for what the command was asked. */
export function openLog(level: string) {
  return fastify({ logger: discreet({ level, stream: process.stderr }) }).log;
}

function describeError({ name: type, code, message, stack = '' }: Error & { code?: string }) {
  // The parser of JSON repeats what it read.
  if (type === 'SyntaxError') return { type, code, message: '', stack: '' };
  return { type, code, message, stack };
}
