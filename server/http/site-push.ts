import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { SITE_PUSH_PATH, type SitePush, sitePushBodies } from '#contracts/endpoints/site-push.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { SitePushTarget } from '#server/domain/outside.ts';
import { Refusal, refuseField } from '#server/domain/refusal.ts';
import { findPushFaults, findSignatureFault, requireKnownPlaces } from '#server/domain/site-push/index.ts';
import { success } from './answers.ts';
import { preferredLanguage } from './language.ts';
import type { Gates } from './limits.ts';
import { findDateFault, findUnstorable, toFieldFaults } from './validation.ts';

/** A thousand orders with their customers. */
const MAX_PUSH_BYTES = 4 * 1024 * 1024;

interface SitePushOptions {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
  sites: SitePushTarget;
}

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refuseField('body', 'json');
  }
}

/** The body as its kind describes it. */
function requirePush(request: FastifyRequest, body: unknown): SitePush {
  const { kind } = (typeof body === 'object' && body !== null ? body : {}) as { kind?: unknown };
  const [, schema] = Object.entries(sitePushBodies).find(([name]) => name === kind) ?? [];
  if (schema === undefined) throw refuseField('kind', kind === undefined ? 'required' : 'enum');
  const validate = request.getValidationFunction(schema) ?? request.compileValidationSchema(schema);
  if (!validate(body)) throw new Refusal('VALIDATION', { faults: toFieldFaults(validate.errors ?? []) });
  const fault = findUnstorable(body) ?? findDateFault(schema, body);
  const faults = fault === null ? findPushFaults(body as SitePush) : [fault];
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults: faults.slice(0, 20) });
  return body as SitePush;
}

/**
 * The public address at which the company's own sites tell of orders, visits and pixel events. A push is signed with a secret that the
 * operator gave to the sites, and is kept as a whole or refused as a whole.
 */
export function mountSitePush(app: FastifyInstance, { db, clock, gates, sites }: SitePushOptions): void {
  void app.register(async (own) => {
    // The signature covers the bytes as they came.
    own.removeContentTypeParser('application/json');
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    own.post(SITE_PUSH_PATH, { bodyLimit: MAX_PUSH_BYTES }, async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const now = clock.now();
      const fault = findSignatureFault(sites.secrets, { headers: request.headers, body: bytes }, now);
      if (fault !== null) {
        await gates.checkSignInRate(request);
        throw new Refusal('NO_TOKEN', { text: { zh: `签名无效：${fault}`, en: `The signature is not valid: ${fault}` } });
      }
      const push = requirePush(request, parseBody(bytes));
      await requireKnownPlaces(db, push);
      return success(await sites.take(push, now), preferredLanguage(request.headers['accept-language']));
    });
  });
}
