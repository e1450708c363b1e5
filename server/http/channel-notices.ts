import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { createNoticedObjects, type NoticedObjects } from '#server/domain/ads/index.ts';
import { erasePerson, findErasure, recheckPerson } from '#server/domain/assets/index.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Outside } from '#server/domain/outside.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Gates } from './limits.ts';
import { renderErasurePage } from './notice-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Objects that networks told about and that are read again; absent without such a network. */
    noticedObjects?: NoticedObjects;
  }
}

const PATH = '/api/open-meta';
const MAX_NOTICE_BYTES = 16 * 1024;
/** A network may tell of a thousand changes at once. */
const MAX_CHANGES_BYTES = 1024 * 1024;

interface ChannelNoticesOptions extends Pick<Outside, 'channels' | 'vault' | 'publicUrl'> {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
}

/**
 * The public addresses at which a network tells by itself that a person removed the app, that a person wants their data deleted, or that
 * an ad changed. Every notice is signed. Removals and changes are taken as hints, and the network is asked what is true now.
 */
export function mountChannelNotices(app: FastifyInstance, { db, clock, gates, channels, vault, publicUrl }: ChannelNoticesOptions): void {
  const { notices } = channels;
  if (notices === undefined) return;
  const { connector } = notices;
  const noticed = createNoticedObjects({
    db,
    clock,
    channels,
    vault,
    onError: (error) => app.log.error({ err: error }, 'a noticed object could not be read'),
  });
  app.decorate('noticedObjects', noticed);
  app.addHook('onClose', () => noticed.stop());

  const isTooOften = async (request: FastifyRequest): Promise<boolean> => {
    try {
      await gates.checkSignInRate(request);
      return false;
    } catch (error) {
      if (error instanceof Refusal) return true;
      throw error;
    }
  };

  /** Lets through what the network signed, with the id of the person it is about. */
  const withPerson =
    (answer: (userId: string, request: FastifyRequest) => Promise<object>) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (await isTooOften(request)) return await reply.code(429).send({});
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const userId = notices.readSignedPerson(form.get('signed_request') ?? '');
      return userId === null ? await reply.code(400).send({}) : await reply.code(200).send(await answer(userId, request));
    };

  // Scopes of their own, so that no other call accepts forms or unread bodies.
  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    const options = { bodyLimit: MAX_NOTICE_BYTES };
    own.post(
      `${PATH}/deauthorise`,
      options,
      withPerson(async (user_id) => {
        await recheckPerson({ db, now: clock.now(), channels, vault }, { connector, user_id });
        return {};
      }),
    );
    own.post(
      `${PATH}/delete-data`,
      options,
      withPerson(async (user_id, request) => {
        const code = await erasePerson({ db, now: clock.now(), address: request.ip }, { connector, user_id });
        return { url: `${publicUrl ?? ''}${PATH}/deleted?code=${code}`, confirmation_code: code };
      }),
    );
  });

  app.get<{ Querystring: Record<string, unknown> }>(`${PATH}/deleted`, async (request, reply) => {
    const send = async (status: number, page: string) => await reply.code(status).type('text/html; charset=utf-8').send(page);
    if (await isTooOften(request)) return await send(429, renderErasurePage('busy'));
    const { code } = request.query;
    const at = typeof code === 'string' ? await findErasure(db, code) : null;
    return at === null ? await send(404, renderErasurePage('unknown')) : await send(200, renderErasurePage('done', at));
  });

  app.get<{ Querystring: Record<string, unknown> }>(`${PATH}/webhook`, async (request, reply) => {
    if (await isTooOften(request)) return await reply.code(429).send({});
    const challenge = notices.answerSubscription(request.query);
    return challenge === null ? await reply.code(403).send({}) : await reply.type('text/plain; charset=utf-8').send(challenge);
  });

  void app.register(async (own) => {
    // The signature covers the bytes as they came.
    own.removeContentTypeParser('application/json');
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    own.post(`${PATH}/webhook`, { bodyLimit: MAX_CHANGES_BYTES }, async (request, reply) => {
      const changes = Buffer.isBuffer(request.body) ? notices.readChanges(request.body, request.headers) : null;
      if (changes === null) return await reply.code(400).send({});
      noticed.add(connector, changes);
      return await reply.code(200).send({});
    });
  });
}
