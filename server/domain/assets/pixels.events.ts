import { createHash, randomUUID } from 'node:crypto';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { sendTestEvent as endpoint } from '#contracts/endpoints/pixels.ts';
import { isHttps } from '#contracts/rules/https-address.ts';
import { AdPlatformError, type ConversionUser, UNKNOWN_USER } from '#server/channel/ad-platform.ts';
import type { CallContext } from '../call.ts';
import { toChannelRefusal } from '../channel-refusal.ts';
import { isListed } from '../dictionaries.ts';
import { writeOpLog } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import { requireAsset } from './asset-access.ts';
import { openGrant } from './grants.ts';
import { CAPI_TOKEN_PLACE } from './pixel.kind.ts';
import { loadCapiSettings } from './pixels.repository.ts';
import { findValueFault } from './pixels.rules.ts';

function requireValidEvent({ value, currency, url }: RequestOf<typeof endpoint>): void {
  const wrong = findValueFault({ value, currency });
  const faults = [
    ...(wrong === null ? [] : [wrong]),
    ...(currency === undefined || isListed('currencies', currency) ? [] : [{ field: 'currency', rule: 'enum' }]),
    ...(isHttps(url) ? [] : [{ field: 'url', rule: 'https' }]),
  ];
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

/** The visitor of a test: channels refuse events that say nothing about a customer. Nobody of the company is told to them. */
const createTestVisitor = (eventId: string): ConversionUser => ({
  ...UNKNOWN_USER,
  user_agent: 'Mozilla/5.0 (test event)',
  external_id: createHash('sha256').update(eventId).digest('hex'),
});

/**
 * Sends one event with the token for server events, or with the authoriser's token when there is none. A repeated request sends the same
 * event, which the channel counts once. Errors about the event or the token for server events are part of the answer; an unavailable
 * channel is a refusal.
 */
export async function sendTestEvent(context: CallContext, request: RequestOf<typeof endpoint>) {
  const { db, caller, now } = context;
  requireValidEvent(request);
  const pixel = await requireAsset(db, caller, 'pixel', request.pixel_id);
  const { platform_pixel_id, test_event_code, personal_account_id, capi_token_enc: sealed } = await loadCapiSettings(db, pixel.id);
  const event_id = request.idempotency_key ?? randomUUID();
  const { event_name, value = null, currency = null, url } = request;
  const grant = await openGrant(context, personal_account_id);
  const tok = sealed === null ? grant.tok : { token: context.vault.open(sealed, CAPI_TOKEN_PLACE) };
  const answer = await grant.platform
    .sendConversion(tok, platform_pixel_id, [
      {
        event_id,
        event_name,
        event_time: now,
        value,
        currency,
        url,
        order_id: null,
        user: createTestVisitor(event_id),
        test_event_code,
      },
    ])
    .catch((error: unknown) => {
      const kinds = sealed === null ? ['rejected', 'unknown'] : ['rejected', 'unknown', 'auth'];
      const isAboutEvent = error instanceof AdPlatformError && kinds.includes(error.kind);
      if (isAboutEvent) return { received: 0, errors: [{ event_id, message: error.message }] };
      throw toChannelRefusal(error, { name: grant.person.name, personalAccountId: personal_account_id, timezone: caller.timezone });
    });
  await writeOpLog(db, [
    {
      at: now,
      userId: caller.userId,
      account: caller.account,
      action: endpoint.path,
      targetType: 'pixel',
      targetId: pixel.id,
      targetLabel: pixel.name,
      ip: context.address,
      summary: { codes: [event_name] },
      after: answer,
      ok: true,
      code: 0,
      ms: context.elapsed(),
    },
  ]);
  return answer;
}
