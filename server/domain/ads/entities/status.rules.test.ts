import { describe, expect, test } from 'vitest';
import { type OpenFacts, openObstacle, openWarning, standsStill, stepTo } from './status.rules.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

describe('a status', () => {
  test.each([
    ['ACTIVE', 'ACTIVE', 'same'],
    ['ACTIVE', 'PAUSED', 'allowed'],
    ['ACTIVE', 'ARCHIVED', 'STATE_MUST_PAUSE'],
    ['ACTIVE', 'DELETED', 'STATE_MUST_PAUSE'],
    ['PAUSED', 'ACTIVE', 'allowed'],
    ['PAUSED', 'PAUSED', 'same'],
    ['PAUSED', 'ARCHIVED', 'allowed'],
    ['PAUSED', 'DELETED', 'allowed'],
    ['ARCHIVED', 'ACTIVE', 'STATE_ARCHIVED'],
    ['ARCHIVED', 'PAUSED', 'STATE_ARCHIVED'],
    ['ARCHIVED', 'ARCHIVED', 'same'],
    ['ARCHIVED', 'DELETED', 'allowed'],
    ['DELETED', 'ACTIVE', 'STATE_DELETED'],
    ['DELETED', 'PAUSED', 'STATE_DELETED'],
    ['DELETED', 'ARCHIVED', 'STATE_DELETED'],
    ['DELETED', 'DELETED', 'same'],
  ] as const)('%s to %s is %s', (from, to, step) => {
    expect(stepTo(from, to)).toBe(step);
  });

  test('that is open is deleted by force, and by force alone', () => {
    expect(stepTo('ACTIVE', 'DELETED', { force: true })).toBe('allowed');
    expect(stepTo('ACTIVE', 'DELETED', { force: false })).toBe('STATE_MUST_PAUSE');
    // Force is for deleting: it opens and archives nothing.
    expect(stepTo('ACTIVE', 'ARCHIVED', { force: true })).toBe('STATE_MUST_PAUSE');
    expect(stepTo('ARCHIVED', 'ACTIVE', { force: true })).toBe('STATE_ARCHIVED');
    expect(stepTo('DELETED', 'ACTIVE', { force: true })).toBe('STATE_DELETED');
  });

  test.each([
    ['ACTIVE', undefined],
    ['PAUSED', undefined],
    ['ARCHIVED', 'STATE_ARCHIVED'],
    ['DELETED', 'STATE_DELETED'],
  ] as const)('%s lets other fields change, or says %s', (status, reason) => {
    expect(standsStill(status)?.reason).toBe(reason);
  });
});

const page = { status: 'active' as const, tasks: ['ADVERTISE'], used: 249, limit: 250 };
const fine: OpenFacts = {
  account: { undeliverable: null, accountStatus: 1, disableReason: 0 },
  above: ['ACTIVE', 'ACTIVE'],
  ad: { review: 'approved', policies: [], landingStatus: 'online', page },
  endsAt: null,
  isContentOff: false,
};
const withAd = (more: Partial<NonNullable<OpenFacts['ad']>>): Partial<OpenFacts> => ({
  ad: { review: 'approved', policies: [], landingStatus: 'online', page, ...more },
});

/** In the order in which they are asked. */
const obstacles: [string, Partial<OpenFacts>][] = [
  ['ACCOUNT_NOT_DELIVERABLE', { account: { undeliverable: 'account_status', accountStatus: 2, disableReason: 3 } }],
  ['PARENT_GONE', { above: ['ACTIVE', 'ARCHIVED'] }],
  ['AD_DISAPPROVED', withAd({ review: 'rejected', policies: ['Adult content', 'Destination'] })],
  ['LANDING_OFFLINE', withAd({ landingStatus: 'offline' })],
  ['HOMEPAGE_UNUSABLE', withAd({ page: { ...page, status: 'restricted' } })],
  ['PAGE_AD_LIMIT', withAd({ page: { ...page, used: 250 } })],
  ['SCHEDULE_ENDED', { endsAt: NOW }],
  ['CONTENT_OFF', { isContentOff: true }],
];

describe('opening', () => {
  test('is refused by nothing where everything is in order', () => {
    expect(openObstacle(fine, NOW)).toBeNull();
    expect(openObstacle({ ...fine, ad: null, endsAt: new Date(NOW.getTime() + 1) }, NOW)).toBeNull();
    expect(openObstacle({ ...fine, ...withAd({ review: 'pending', landingStatus: null, page: null }) }, NOW)).toBeNull();
  });

  test.each(obstacles)('is refused with %s', (reason, more) => {
    expect(openObstacle({ ...fine, ...more }, NOW)?.reason).toBe(reason);
  });

  test('says the first reason of several', () => {
    for (const [at, [reason, more]] of obstacles.entries()) {
      // Two that are about the ad stand for the earlier of them.
      const later = Object.assign({}, ...obstacles.slice(at + 1).map(([, facts]) => facts));
      const ad = more.ad === undefined ? later.ad : { ...later.ad, ...more.ad };
      if (more.ad !== undefined && reason !== 'AD_DISAPPROVED') continue;
      expect(openObstacle({ ...fine, ...later, ...more, ad: ad ?? fine.ad }, NOW)?.reason).toBe(reason);
    }
    const all = withAd({ review: 'rejected', landingStatus: 'draft', page: { ...page, status: 'disabled', used: 250 } });
    const both = withAd({ landingStatus: 'draft', page: { ...page, status: 'disabled', used: 250 } });
    const rest = withAd({ page: { ...page, status: 'disabled', used: 250 } });
    expect([all, both, rest].map((more) => openObstacle({ ...fine, ...more }, NOW)?.reason)).toEqual([
      'AD_DISAPPROVED',
      'LANDING_OFFLINE',
      'HOMEPAGE_UNUSABLE',
    ]);
  });

  test('says the numbers and the words', () => {
    const refusal = (more: Partial<OpenFacts>) => openObstacle({ ...fine, ...more }, NOW);
    expect(refusal({ account: { undeliverable: 'account_status', accountStatus: 2, disableReason: 3 } })).toMatchObject({
      data: { account_status: 2, disable_reason: 3, undeliverable_reason: 'account_status' },
      text: { zh: '账户不可投放:已停用 支付风险', en: 'Account cannot deliver: Disabled Payment risk' },
    });
    expect(refusal({ account: { undeliverable: 'spend_cap', accountStatus: 1, disableReason: 0 } })?.text?.en).toBe(
      'Account cannot deliver: Spend cap reached',
    );
    expect(refusal(withAd({ review: 'rejected', policies: ['Adult content', 'Destination'] }))?.data).toEqual({
      policy: 'Adult content, Destination',
    });
    expect(refusal(withAd({ page: { ...page, used: 250 } }))?.data).toEqual({ used: 250, limit: 250 });
    expect(refusal(withAd({ page: { ...page, tasks: [] } }))?.text).toEqual({
      zh: '主页不可用:授权者没有投放权限',
      en: 'Page unusable: The authorising person may not advertise',
    });
  });

  test('of something that is in what was deleted is refused, in what is paused it is warned about', () => {
    expect(openObstacle({ ...fine, above: ['DELETED'] }, NOW)?.reason).toBe('PARENT_GONE');
    expect(openObstacle({ ...fine, above: ['PAUSED', 'ACTIVE'] }, NOW)).toBeNull();
    expect(openWarning({ above: ['ACTIVE', 'PAUSED'] })).toBe('PARENT_PAUSED');
    expect(openWarning({ above: ['ACTIVE', 'ACTIVE'] })).toBeNull();
    expect(openWarning({ above: [] })).toBeNull();
  });
});
