/**
 * A hop: Node's HTTP server has what is posted on the disk, hands it to the open streams of its board, and does nothing else. A stream's
 * `Cookie` is the id of its board. In argv: the port, and a file.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';

const [port, path = ''] = process.argv.slice(2);
const streams = new Map<string, Set<ServerResponse>>();
// As long as a change is.
const padding = 'x'.repeat(300);

// As many pages as SQLite writes for a lone log, over and over in a file of the size that its log of changes has.
const pages = Buffer.alloc(8 * 4120, 1);
const fileBytes = 250 * pages.length;
const file = openSync(path, 'w');
let offset = 0;
writeSync(file, Buffer.alloc(fileBytes, 1), 0, fileBytes, 0);
fdatasyncSync(file);

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
    writeSync(file, pages, 0, pages.length, offset);
    fdatasyncSync(file);
    offset = (offset + pages.length) % fileBytes;
    const frame = `event: change\ndata: {"activities":[{"id":"${id}"}],"padding":"${padding}"}\n\n`;
    for (const reader of streams.get(board) ?? []) reader.write(frame);
    reply.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
  });
});
process.once('disconnect', () => process.exit());
// Asked whether it listens.
process.on('message', () => server.listen(Number(port), '127.0.0.1', () => process.send?.('listening')));
