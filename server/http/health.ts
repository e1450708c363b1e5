import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { isMigrated } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '#server/domain/files.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers as well and has the newest schema, and there is space for files. */
export function mountHealth(app: FastifyInstance, db: Kysely<Database>, files: Files | undefined): void {
  let hasSchema = false;
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(db);
      hasSchema ||= await isMigrated(db);
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return await reply.code(503).send({ status: 'unavailable', database: false });
    }
    if (!hasSchema) return await reply.code(503).send({ status: 'unavailable', database: true, migrated: false });
    if (files !== undefined && !(await files.uploads.hasRoom(0)))
      return await reply.code(503).send({ status: 'unavailable', database: true, storage: false });
    return await reply.send({ status: 'ok', database: true, migrated: true });
  });
}
