/** Fastify alone: it answers what it was sent. For scale: what the HTTP server and the load generator allow. Port in argv. */
import fastify from 'fastify';

const app = fastify();
app.post('/echo', async (request, reply) => reply.status(201).send(request.body));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
process.once('disconnect', () => process.exit());
process.on('message', () => process.send?.('listening'));
