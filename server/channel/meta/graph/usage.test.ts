import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessTier } from '../../ad-platform.ts';
import { AdPlatformError } from '../../ad-platform.ts';
import { CALL_POINTS, type CallKind, Pacer, quotaOfPage, readUsage, TIER_LIMITS } from './usage.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const headers = (values: Record<string, unknown>) => ({
  get: (name: string) => (values[name] === undefined ? null : JSON.stringify(values[name])),
});

function createPacer() {
  let now = START;
  return { pacer: new Pacer(() => new Date(now)), forward: (ms: number) => void (now += ms), now: () => now };
}

function retryAtOf(work: () => void): number | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
    expect(error.kind).toBe('throttled');
    return error.retryAt?.getTime() ?? null;
  }
}

describe('quota headers', () => {
  it('count waits of accounts in minutes and their reset in seconds', () => {
    const use = {
      type: 'ads_management',
      call_count: 100,
      total_cputime: 3,
      total_time: 5,
      estimated_time_to_regain_access: 7,
      ads_api_access_tier: 'development_access',
    };
    expect(readUsage(headers({ 'x-business-use-case-usage': { 42: [use] } }), '42')).toEqual([
      { owner: '42', percent: 100, tier: 'limited', blockedS: 420 },
    ]);
    const account = { acc_id_util_pct: 100, reset_time_duration: 7, ads_api_access_tier: 'standard_access' };
    expect(readUsage(headers({ 'x-ad-account-usage': account }), '42')).toEqual([{ owner: '42', percent: 100, tier: 'full', blockedS: 7 }]);
  });

  it('named after a business limit the account of the call', () => {
    const use = { call_count: 90, estimated_time_to_regain_access: 2, ads_api_access_tier: 'standard_access' };
    expect(readUsage(headers({ 'x-business-use-case-usage': { 777: [use] } }), '42')).toMatchObject([{ owner: '42', blockedS: 120 }]);
  });

  it('tell the use of app and account by reports', () => {
    const throttle = { app_id_util_pct: 10, acc_id_util_pct: 70, ads_api_access_tier: 'standard_access' };
    expect(readUsage(headers({ 'x-fb-ads-insights-throttle': throttle }), '42')).toEqual([
      { owner: '42', percent: 70, tier: 'full', blockedS: null },
      { owner: null, percent: 10, tier: null, blockedS: null },
    ]);
  });

  it('that cannot be read tell nothing', () => {
    expect(readUsage({ get: () => 'no json' }, '42')).toEqual([]);
  });
});

describe('the pacer', () => {
  it('serialises a busy account, then stops background reads, then everything', () => {
    const { pacer } = createPacer();
    const use = (percent: number) => pacer.learn([{ owner: '1', percent, tier: 'full', blockedS: null }]);
    use(59);
    expect(pacer.isSerial('1')).toBe(false);
    use(60);
    expect(pacer.isSerial('1')).toBe(true);
    use(80);
    expect(retryAtOf(() => pacer.enter('1', 'read', { isBackground: true }))).toBeGreaterThan(START);
    expect(retryAtOf(() => pacer.enter('1', 'write'))).toBeNull();
    use(95);
    expect(retryAtOf(() => pacer.enter('1', 'write'))).toBeGreaterThan(START);
    expect(retryAtOf(() => pacer.enter('2', 'write'))).toBeNull();
  });

  it('lets calls through again at the time it named', () => {
    const { pacer, forward } = createPacer();
    pacer.learn([{ owner: '1', percent: 100, tier: 'limited', blockedS: 420 }]);
    const at = retryAtOf(() => pacer.enter('1', 'read'));
    expect(at).toBe(START + 420_000);
    forward(420_000);
    expect(retryAtOf(() => pacer.enter('1', 'read'))).toBeNull();
  });

  it('stops all accounts for the app, one account for its quota and none for an object', () => {
    const { pacer } = createPacer();
    const retryAt = new Date(START + 60_000);
    const throttled = (scope: 'app' | 'account' | 'object') => new AdPlatformError('throttled', { code: 4, retryAt, scope });
    pacer.block('1', throttled('object'));
    expect(retryAtOf(() => pacer.enter('1', 'write'))).toBeNull();
    pacer.block('1', throttled('account'));
    expect(retryAtOf(() => pacer.enter('1', 'write'))).toBe(retryAt.getTime());
    expect(retryAtOf(() => pacer.enter('2', 'write'))).toBeNull();
    pacer.block('1', throttled('app'));
    expect(retryAtOf(() => pacer.enter('2', 'write'))).toBe(retryAt.getTime());
  });

  it('stops one page for its quota, and neither other pages nor ad accounts', () => {
    const { pacer } = createPacer();
    const retryAt = new Date(START + 60_000);
    pacer.block(quotaOfPage('1'), new AdPlatformError('throttled', { code: 32, retryAt, scope: 'page' }));
    expect(retryAtOf(() => pacer.enter(quotaOfPage('1'), 'read'))).toBe(retryAt.getTime());
    for (const other of [quotaOfPage('2'), '1', null]) expect(retryAtOf(() => pacer.enter(other, 'write'))).toBeNull();
    pacer.learn([{ owner: quotaOfPage('2'), percent: 100, tier: null, blockedS: 300 }]);
    expect(retryAtOf(() => pacer.enter(quotaOfPage('2'), 'read'))).toBe(START + 300_000);
  });

  it('lets a write through that waited as told, although reads come before it every time', () => {
    const { pacer, forward, now } = createPacer();
    pacer.learn([{ owner: '1', percent: 0, tier: 'limited', blockedS: null }]);
    for (let write = 0; write < 100; write += 1) {
      let waits = 0;
      for (let done = false; !done; ) {
        const at = retryAtOf(() => {
          pacer.enter('1', 'read');
          pacer.enter('1', 'read');
          pacer.enter('1', 'write');
        });
        done = at === null;
        if (at !== null) forward(at - now());
        waits += 1;
      }
      expect(waits).toBeLessThanOrEqual(3);
    }
  });

  it('never exceeds the points of a tier, whatever is called when', () => {
    const calls = fc.array(fc.record({ kind: fc.constantFrom<CallKind>('read', 'write'), waitMs: fc.integer({ min: 0, max: 20_000 }) }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.constantFrom<AccessTier>('limited', 'full'), calls, (tier, all) => {
        const { pacer, forward, now } = createPacer();
        const { maxPoints, recoveryS } = TIER_LIMITS[tier];
        pacer.learn([{ owner: '1', percent: 0, tier, blockedS: null }]);
        let [points, at] = [0, START];
        for (const { kind, waitMs } of all) {
          forward(waitMs);
          if (retryAtOf(() => pacer.enter('1', kind)) !== null) continue;
          points = Math.max(0, points - ((now() - at) * maxPoints) / (recoveryS * 1000)) + CALL_POINTS[kind];
          at = now();
          expect(points).toBeLessThanOrEqual(maxPoints + 1e-6);
        }
      }),
    );
  });

  it('estimates hours for a launch of 500 ads in the limited tier, and minutes in the full one', () => {
    const { pacer, now } = createPacer();
    const WRITES = 511;
    pacer.learn([{ owner: '1', percent: 0, tier: 'limited', blockedS: null }]);
    pacer.learn([{ owner: '2', percent: 0, tier: 'full', blockedS: null }]);
    const minutes = (account: string) => (pacer.estimateEnd(account, 'write', WRITES).getTime() - now()) / 60_000;
    expect(minutes('1')).toBeGreaterThan(120);
    expect(minutes('2')).toBeLessThan(5);
  });
});
