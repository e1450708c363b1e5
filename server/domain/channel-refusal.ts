import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { ItemFault, Outcome } from './batches/batch-type.ts';
import { formatInstant } from './instants.ts';
import { Refusal } from './refusal.ts';

/** Additional values for the text of a reason. */
export interface ChannelWords {
  readonly name?: string | undefined;
  readonly personalAccountId?: number | undefined;
  /** Defaults to UTC. */
  readonly timezone?: string | undefined;
  /** True for a request that only reads, which therefore counts as not sent even when its outcome is unknown. */
  readonly isReading?: boolean | undefined;
}

/** The error in the channel's words, without anything that was sent. */
const toPlatformError = ({ code, subcode, title, userMessage }: AdPlatformError) => ({
  code: String(code),
  subcode: subcode === undefined ? null : String(subcode),
  title: title ?? null,
  message: userMessage ?? null,
});

interface TranslatedFailure {
  reason: ItemFault['reason'];
  data: Record<string, unknown>;
  words: Record<string, string>;
}

const reasonByKind = {
  rejected: 'PLATFORM_REJECTED',
  throttled: 'PLATFORM_LIMIT',
  auth: 'PLATFORM_AUTH',
  down: 'PLATFORM_DOWN',
  unknown: 'PLATFORM_UNKNOWN',
} as const;

const effectiveKind = ({ kind }: AdPlatformError, { isReading = false }: ChannelWords) => (isReading && kind === 'unknown' ? 'down' : kind);

function translateFailure(error: AdPlatformError, words: ChannelWords): TranslatedFailure {
  const { code, subcode, title, retryAt } = error;
  const { name, personalAccountId, timezone = 'UTC' } = words;
  const kind = effectiveKind(error, words);
  const reason = reasonByKind[kind];
  const platform = toPlatformError(error);
  switch (kind) {
    case 'throttled': {
      const at = retryAt === undefined ? undefined : `${formatInstant(retryAt, timezone)}${timezone === 'UTC' ? ' UTC' : ''}`;
      return { reason, data: { platform, retry_at: retryAt?.toISOString() ?? null }, words: { retry_at: at ?? '?' } };
    }
    case 'auth':
      return {
        reason,
        data: { platform, ...(personalAccountId === undefined ? {} : { personal_account_id: personalAccountId }) },
        words: { name: name ?? '' },
      };
    case 'rejected':
      return {
        reason,
        data: { platform },
        words: { title: title ?? '', message: error.userMessage ?? '', code: String(code), subcode: String(subcode ?? '-') },
      };
    case 'down':
    case 'unknown':
      return { reason, data: { platform }, words: {} };
  }
}

/**
 * Converts a failure of the channel to the refusal of a call: PLATFORM_REJECTED, _LIMIT (`retry_at`), _AUTH (`personal_account_id`),
 * _DOWN or _UNKNOWN, each with `platform`. Other errors are thrown on.
 */
export function toChannelRefusal(error: unknown, words: ChannelWords = {}): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof AdPlatformError)) throw error;
  const { reason, data, words: filled } = translateFailure(error, words);
  return new Refusal(reason, { data, words: filled });
}

/**
 * Converts a failure of the channel to the outcome of a batch item. The engine retries throttled and unsent items; an unknown outcome
 * stays `unknown` until it is reconciled. Refusals and other errors are thrown on to the engine.
 */
export function toItemOutcome(error: unknown, words: ChannelWords = {}): Outcome {
  if (!(error instanceof AdPlatformError)) throw error;
  const { reason, data, words: filled } = translateFailure(error, words);
  const { code, subcode } = error;
  const platform = subcode === undefined ? { code: String(code) } : { code: String(code), subcode: String(subcode) };
  const fault = { reason, data: { ...data, ...filled }, platform };
  return effectiveKind(error, words) === 'unknown' ? { outcome: 'unknown', ...fault } : { outcome: 'failed', ...fault };
}
