/**
 * A raw hop: Node's HTTP server hands what is posted to the open streams of its board, and does nothing else. For scale: what the
 * machine and the load generator allow. A stream's `Cookie` is the id of its board. Port in argv, and behind it a file: then what is posted
 * is on the disk before it is told.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';

const streams = new Map<string, Set<ServerResponse>>();
// As long as a change is.
const padding = 'x'.repeat(300);

// As many pages as SQLite writes for a lone log, over and over in a file of the size that its log of changes has.
const pages = Buffer.alloc(8 * 4120, 1);
const fileBytes = 250 * pages.length;
const file = process.argv[3] === undefined ? undefined : openSync(process.argv[3], 'w');
let offset = 0;
if (file !== undefined) {
  writeSync(file, Buffer.alloc(fileBytes, 1), 0, fileBytes, 0);
  fdatasyncSync(file);
}

function keep(to: number): void {
  writeSync(to, pages, 0, pages.length, offset);
  fdatasyncSync(to);
  offset = (offset + pages.length) % fileBytes;
}

const server = createServer((request, reply) => {
  if (request.method === 'GET') {
    const board = request.headers.cookie ?? '';
    const readers = streams.get(board) ?? new Set();
    streams.set(board, readers.add(reply));
    reply.on('close', () => readers.delete(reply));
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.write('event: hello\ndata: {}\n\n');
    return;
  }
  let body = '';
  request.on('data', (text) => (body += text));
  request.on('end', () => {
    const [, , , board = ''] = request.url?.split('/') ?? [];
    const { id } = JSON.parse(body) as { id: string };
    if (file !== undefined) keep(file);
    const frame = `event: change\ndata: {"activities":[{"id":"${id}"}],"padding":"${padding}"}\n\n`;
    for (const reader of streams.get(board) ?? []) reader.write(frame);
    reply.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');
process.once('disconnect', () => process.exit());
process.on('message', () => {
  if (server.listening) process.send?.('listening');
  else server.once('listening', () => process.send?.('listening'));
});
