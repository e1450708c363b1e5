import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { ItemFault, Outcome } from './batches/batch-type.ts';
import { formatInstant } from './instants.ts';
import { Refusal } from './refusal.ts';

/** What the sentence of a reason may say besides: the person whose authorisation it is, and the wall clock of the reader. */
export interface ChannelWords {
  readonly name?: string | undefined;
  readonly personalAccountId?: number | undefined;
  /** UTC when absent. */
  readonly timezone?: string | undefined;
  /** It was only asked: what may or may not have reached the channel changed nothing there, so it counts as not sent. */
  readonly isReading?: boolean | undefined;
}

/** As the channel put it, for people who look it up there. Never what we sent. */
const platformOf = ({ code, subcode, title, userMessage }: AdPlatformError) => ({
  code: String(code),
  subcode: subcode === undefined ? null : String(subcode),
  title: title ?? null,
  message: userMessage ?? null,
});

interface Told {
  reason: ItemFault['reason'];
  data: Record<string, unknown>;
  words: Record<string, string>;
}

const reasonOf = {
  rejected: 'PLATFORM_REJECTED',
  throttled: 'PLATFORM_LIMIT',
  auth: 'PLATFORM_AUTH',
  down: 'PLATFORM_DOWN',
  unknown: 'PLATFORM_UNKNOWN',
} as const;

const kindOf = ({ kind }: AdPlatformError, { isReading = false }: ChannelWords) => (isReading && kind === 'unknown' ? 'down' : kind);

function told(error: AdPlatformError, words: ChannelWords): Told {
  const { code, subcode, title, retryAt } = error;
  const { name, personalAccountId, timezone = 'UTC' } = words;
  const kind = kindOf(error, words);
  const reason = reasonOf[kind];
  const platform = platformOf(error);
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
 * What a call answers with when the channel failed it: PLATFORM_REJECTED, _LIMIT (`retry_at`), _AUTH (`personal_account_id`), _DOWN
 * or _UNKNOWN, each with `platform`. What is no failure of the channel is thrown on.
 */
export function refusalOfChannel(error: unknown, words: ChannelWords = {}): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof AdPlatformError)) throw error;
  const { reason, data, words: filled } = told(error, words);
  return new Refusal(reason, { data, words: filled });
}

/**
 * The same for one item of a batch. Throttled and not sent are tried again by the engine; an unknown outcome stays `unknown` until it
 * is looked up. A Refusal and what is no failure of the channel are thrown on: the engine knows what they mean.
 */
export function faultOfChannel(error: unknown, words: ChannelWords = {}): Outcome {
  if (!(error instanceof AdPlatformError)) throw error;
  const { reason, data, words: filled } = told(error, words);
  const { code, subcode } = error;
  const platform = subcode === undefined ? { code: String(code) } : { code: String(code), subcode: String(subcode) };
  const fault = { reason, data: { ...data, ...filled }, platform };
  return kindOf(error, words) === 'unknown' ? { outcome: 'unknown', ...fault } : { outcome: 'failed', ...fault };
}
