import { describe, expect, it } from 'vitest';
import type { FailureKind, ThrottleScope } from '../../ad-platform.ts';
import { toAdPlatformError } from './errors.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const context = { isWrite: false, now: NOW, secrets: ['EAAsecret-token'], retryAt: undefined, blockS: 300 };
const HOUR = 3_600;

interface Body {
  code: number;
  subcode?: number;
  message?: string;
  kind: FailureKind;
  /** Kind of the same answer to a write, where it differs. */
  written?: FailureKind;
  scope?: ThrottleScope;
  waitS?: number;
  /** The person has to confirm their identity. */
  isHeld?: true;
}

/** Codes and subcodes of the network. The texts are our own. */
const bodies: Body[] = [
  { code: 190, kind: 'auth' },
  { code: 190, subcode: 458, kind: 'auth' },
  { code: 190, subcode: 459, kind: 'auth', isHeld: true },
  { code: 190, subcode: 460, kind: 'auth' },
  { code: 190, subcode: 463, kind: 'auth' },
  { code: 190, subcode: 464, kind: 'auth', isHeld: true },
  { code: 190, subcode: 467, kind: 'auth' },
  { code: 190, subcode: 492, kind: 'auth' },
  { code: 102, kind: 'auth' },
  { code: 3, kind: 'auth' },
  { code: 10, kind: 'auth' },
  { code: 200, kind: 'auth' },
  { code: 200, subcode: 1815199, kind: 'auth' },
  { code: 210, kind: 'auth' },
  { code: 273, kind: 'auth' },
  { code: 299, kind: 'auth' },
  { code: 294, kind: 'auth' },
  { code: 100, message: 'missing permissions on this object', kind: 'auth' },
  { code: 100, subcode: 1487202, kind: 'auth' },
  { code: 4, kind: 'throttled', scope: 'app', waitS: HOUR },
  { code: 4, subcode: 1504022, kind: 'throttled', scope: 'app', waitS: HOUR },
  { code: 4, subcode: 1504039, kind: 'throttled', scope: 'app', waitS: HOUR },
  { code: 341, kind: 'throttled', scope: 'app', waitS: HOUR },
  { code: 17, subcode: 2446079, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 17, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80000, subcode: 2446079, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80001, kind: 'throttled', scope: 'page', waitS: 300 },
  { code: 80002, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80003, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80004, subcode: 2446079, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80005, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80006, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80008, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80009, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 80014, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 613, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 613, subcode: 1487742, kind: 'throttled', scope: 'account', waitS: 300 },
  { code: 613, subcode: 1487632, kind: 'throttled', scope: 'object', waitS: HOUR },
  { code: 613, subcode: 1996, kind: 'throttled', scope: 'object', waitS: HOUR },
  { code: 613, subcode: 5044001, kind: 'throttled', scope: 'object', waitS: HOUR },
  { code: 613, subcode: 1487225, kind: 'throttled', scope: 'account', waitS: HOUR },
  { code: 17, subcode: 1885172, kind: 'throttled', scope: 'object', waitS: 24 * HOUR },
  { code: 32, kind: 'throttled', scope: 'page', waitS: 300 },
  { code: 1, kind: 'down', written: 'unknown' },
  { code: 2, kind: 'down', written: 'unknown' },
  { code: 2, subcode: 1504044, kind: 'down', written: 'unknown' },
  { code: 960, kind: 'down', written: 'unknown' },
  { code: 1, subcode: 99, kind: 'down' },
  { code: 1, message: 'Please reduce the amount of data you are asking for', kind: 'down' },
  { code: 100, subcode: 1487534, kind: 'down' },
  { code: 104, kind: 'rejected' },
  { code: 100, kind: 'rejected' },
  { code: 100, subcode: 33, kind: 'rejected' },
  { code: 100, subcode: 36009, kind: 'rejected' },
  { code: 100, subcode: 1487390, kind: 'rejected' },
  { code: 100, subcode: 1885272, kind: 'rejected' },
  { code: 100, subcode: 1885650, kind: 'rejected' },
  { code: 100, subcode: 4834011, kind: 'rejected' },
  { code: 100, subcode: 1870227, kind: 'rejected' },
  { code: 100, subcode: 1870189, kind: 'rejected' },
  { code: 100, subcode: 1870196, kind: 'rejected' },
  { code: 100, subcode: 2490408, kind: 'rejected' },
  { code: 100, subcode: 2490487, kind: 'rejected' },
  { code: 100, subcode: 1885621, kind: 'rejected' },
  { code: 100, subcode: 1885316, kind: 'rejected' },
  { code: 100, subcode: 1815430, kind: 'rejected' },
  { code: 100, subcode: 2446388, kind: 'rejected' },
  { code: 100, subcode: 2061015, kind: 'rejected' },
  { code: 100, subcode: 1815573, kind: 'rejected' },
  { code: 100, subcode: 1487694, kind: 'rejected' },
  { code: 100, subcode: 2804003, kind: 'rejected' },
  { code: 100, subcode: 2804050, kind: 'rejected' },
  { code: 2859024, kind: 'rejected' },
  { code: 1487809, kind: 'rejected' },
  { code: 368, kind: 'rejected' },
  { code: 368, subcode: 1390008, kind: 'rejected' },
  { code: 506, kind: 'rejected' },
  { code: 3018, kind: 'rejected' },
  { code: 2635, kind: 'rejected' },
  { code: 987654, kind: 'rejected' },
];

const toWire = ({ code, subcode, message = 'something happened' }: Body) => ({ code, error_subcode: subcode, message });

describe('an error of the network', () => {
  it.each(bodies)('$code/$subcode is $kind', (body) => {
    const error = toAdPlatformError(toWire(body), context);
    expect(error.kind).toBe(body.kind);
    expect(error.code).toBe(body.code);
    expect(error.scope).toBe(body.scope);
    expect(error.isHeld).toBe(body.isHeld ?? false);
    expect(error.retryAt?.getTime()).toBe(body.waitS === undefined ? undefined : NOW.getTime() + body.waitS * 1000);
    expect(error.message.length).toBeGreaterThan(0);
    expect(toAdPlatformError(toWire(body), { ...context, isWrite: true }).kind).toBe(body.written ?? body.kind);
  });

  it('keeps the number of an unknown code', () => {
    expect(toAdPlatformError({ code: 987654, error_subcode: 12 }, context)).toMatchObject({ kind: 'rejected', code: 987654, subcode: 12 });
  });

  it('waits as long as the network says, except for changes of one object', () => {
    const retryAt = new Date(NOW.getTime() + 7 * 60_000);
    expect(toAdPlatformError({ code: 17, error_subcode: 2446079 }, { ...context, retryAt }).retryAt).toEqual(retryAt);
    const ofObject = toAdPlatformError({ code: 613, error_subcode: 1487632 }, { ...context, retryAt });
    expect(ofObject.retryAt).toEqual(new Date(NOW.getTime() + HOUR * 1000));
  });

  it('explains itself in the words of the network for users, and never repeats a secret or its technical text', () => {
    const error = toAdPlatformError(
      {
        code: 100,
        message: 'https://graph.facebook.com/v26.0/me?access_token=EAAsecret-token failed',
        error_user_title: 'Not possible',
        error_user_msg: 'The budget of EAAsecret-token is too low',
      },
      context,
    );
    expect(error.title).toBe('Not possible');
    expect(error.userMessage).toBe('The budget of … is too low');
    expect(JSON.stringify([error.message, error.stack, { ...error }])).not.toMatch(/EAAsecret|graph\.facebook/);
  });

  it('names the permission that the text names', () => {
    const error = toAdPlatformError({ code: 200, message: '(#200) Requires pages_manage_posts permission' }, context);
    expect(error.userMessage).toContain('pages_manage_posts');
  });

  it('tells the parameters at fault', () => {
    const error_data = JSON.stringify({ blame_field_specs: [['targeting', 'age_min'], ['daily_budget']] });
    expect(toAdPlatformError({ code: 100, error_data }, context).fields).toEqual(['targeting.age_min', 'daily_budget']);
    expect(toAdPlatformError({ code: 100, error_data: 'no json' }, context).fields).toEqual([]);
  });
});
