import { describe, expect, test } from 'vitest';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import { toChannelRefusal, toItemOutcome } from './channel-refusal.ts';
import { refuse } from './refusal.ts';

const retryAt = new Date('2026-11-20T08:01:00Z');

describe('a failure of the channel', () => {
  test.each([
    ['rejected', 'PLATFORM_REJECTED', 'failed'],
    ['throttled', 'PLATFORM_LIMIT', 'failed'],
    ['auth', 'PLATFORM_AUTH', 'failed'],
    ['down', 'PLATFORM_DOWN', 'failed'],
    ['unknown', 'PLATFORM_UNKNOWN', 'unknown'],
  ] as const)('of the kind %s is reported as %s, and an item becomes %s', (kind, reason, outcome) => {
    const error = new AdPlatformError(kind, { code: 190, subcode: 460, title: 'T', userMessage: 'M', retryAt });
    const refusal = toChannelRefusal(error, { name: 'Ada', personalAccountId: 7 });
    expect(refusal.reason).toBe(reason);
    expect(refusal.data.platform).toEqual({ code: '190', subcode: '460', title: 'T', message: 'M' });
    expect(toItemOutcome(error)).toMatchObject({ outcome, reason, platform: { code: '190', subcode: '460' } });
  });

  test('names the lost authorisation, and when a throttled call may be retried', () => {
    const auth = toChannelRefusal(new AdPlatformError('auth', { code: 190 }), { name: 'Ada', personalAccountId: 7 });
    expect([auth.data.personal_account_id, auth.words.name]).toEqual([7, 'Ada']);
    const throttled = toChannelRefusal(new AdPlatformError('throttled', { code: 4, retryAt }), { timezone: 'Asia/Shanghai' });
    expect([throttled.data.retry_at, throttled.words.retry_at]).toEqual([retryAt.toISOString(), '2026-11-20 16:01']);
  });

  test('is not confused with refusals and other errors, which are thrown on', () => {
    expect(toChannelRefusal(refuse('NOT_FOUND')).reason).toBe('NOT_FOUND');
    expect(() => toChannelRefusal(new TypeError('ours'))).toThrow(TypeError);
    expect(() => toItemOutcome(refuse('NOT_FOUND'))).toThrow();
  });
});
