import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { recheckPerson } from '#server/domain/assets/index.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Outside } from '#server/domain/outside.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Gates } from './limits.ts';

const PATH = '/api/open-meta/deauthorise';
const MAX_NOTICE_BYTES = 16 * 1024;

interface ChannelNoticesOptions extends Pick<Outside, 'channels' | 'vault'> {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
}

/**
 * The public address at which a network tells that a person removed the app. The notice is signed; it is taken as a hint, and the network
 * is asked what the authorisation is worth now.
 */
export function mountChannelNotices(app: FastifyInstance, { db, clock, gates, channels, vault }: ChannelNoticesOptions): void {
  if (channels.readDeauthorisation === undefined) return;
  const { readDeauthorisation } = channels;
  // A scope of its own, so that no other call accepts forms.
  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    own.post(PATH, { bodyLimit: MAX_NOTICE_BYTES }, async (request, reply) => {
      try {
        await gates.checkSignInRate(request);
      } catch (error) {
        if (error instanceof Refusal) return await reply.code(429).send({});
        throw error;
      }
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const notice = readDeauthorisation(form.get('signed_request') ?? '');
      if (notice === null) return await reply.code(400).send({});
      await recheckPerson({ db, now: clock.now(), channels, vault }, notice);
      return await reply.code(200).send({});
    });
  });
}
