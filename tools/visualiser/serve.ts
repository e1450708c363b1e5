import fastify, { type FastifyInstance } from 'fastify';
import { serveBuiltPages } from '#server/http/built-pages.ts';
import { securityHeaders } from '#server/http/headers.ts';

const HOME = '/visualiser/';

/** Serves the built visualiser, to this computer only. Returns the address of the page. `port` 0 means any free one. */
export async function serveVisualiser(visualiserDir: string, port = 0): Promise<{ address: string; app: FastifyInstance }> {
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.url, false));
  });
  const sendPage = await serveBuiltPages(app, { visualiserDir });
  app.get('/', (_, reply) => reply.redirect(HOME));
  app.setNotFoundHandler((request, reply) => {
    if (!sendPage(request, reply)) void reply.code(404).send({ message: 'There is nothing here.' });
  });
  const origin = await app.listen({ port, host: '127.0.0.1' });
  return { address: `${origin}${HOME}`, app };
}
