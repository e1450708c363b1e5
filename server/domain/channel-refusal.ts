import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { ItemFault, Outcome, Words } from './batches/batch-type.ts';
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
  /** Replaces the text of the reason. */
  text?: Words;
}

/** What a person has to do whom the channel holds up until they confirm their identity. */
export const describeHold = (name: string): Words => ({
  zh: `平台要求${name === '' ? '授权人' : ` ${name} `}本人登录平台网站完成身份验证；授权没有失效，验证后在个人账号页点“检测”即可继续`,
  en: `The platform asks ${name === '' ? 'the authoriser' : name} to sign in on its own site and confirm their identity. The authorisation stands; run the check on the page of personal accounts afterwards`,
});

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
        ...(error.isHeld ? { text: describeHold(name ?? '') } : {}),
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
  const { reason, data, words: filled, text } = translateFailure(error, words);
  return new Refusal(reason, { data, words: filled, ...(text === undefined ? {} : { text }) });
}

/**
 * Converts a failure of the channel to the outcome of a batch item. The engine retries throttled and unsent items; an unknown outcome
 * stays `unknown` until it is reconciled. Refusals and other errors are thrown on to the engine.
 */
export function toItemOutcome(error: unknown, words: ChannelWords = {}): Outcome {
  if (!(error instanceof AdPlatformError)) throw error;
  const { reason, data, words: filled, text } = translateFailure(error, words);
  const { code, subcode, retryAt, scope } = error;
  const platform = subcode === undefined ? { code: String(code) } : { code: String(code), subcode: String(subcode) };
  const wait = error.kind === 'throttled' && retryAt !== undefined ? { wait: { until: retryAt, scope } } : {};
  const fault = { reason, data: { ...data, ...filled }, platform, ...wait, ...(text === undefined ? {} : { text }) };
  return effectiveKind(error, words) === 'unknown' ? { outcome: 'unknown', ...fault } : { outcome: 'failed', ...fault };
}
