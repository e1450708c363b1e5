import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import fastify from 'fastify';

/** The minimal upload server: it writes a body into the named file, from a given byte on. */
const [file = ''] = process.argv.slice(2);
const app = fastify();
app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
app.route({
  method: 'PATCH',
  url: '/',
  handler: async (request) => {
    const start = Number(request.headers['upload-offset']);
    await pipeline(request.raw, createWriteStream(file, { flags: start === 0 ? 'w' : 'r+', start }));
    return '';
  },
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
