import { describe, expect, test } from 'vitest';
import { changeObstacle, findStep, type OpenFacts, openObstacle, openWarning } from './status.rules.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

describe('a status change', () => {
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
  ] as const)('from %s to %s is %s', (from, to, step) => {
    expect(findStep(from, to)).toBe(step);
  });

  test('deletes an open object only with force', () => {
    expect(findStep('ACTIVE', 'DELETED', { force: true })).toBe('allowed');
    expect(findStep('ACTIVE', 'DELETED', { force: false })).toBe('STATE_MUST_PAUSE');
    // Force applies to deletion only; it opens and archives nothing.
    expect(findStep('ACTIVE', 'ARCHIVED', { force: true })).toBe('STATE_MUST_PAUSE');
    expect(findStep('ARCHIVED', 'ACTIVE', { force: true })).toBe('STATE_ARCHIVED');
    expect(findStep('DELETED', 'ACTIVE', { force: true })).toBe('STATE_DELETED');
  });

  test.each([
    ['ACTIVE', undefined],
    ['PAUSED', undefined],
    ['ARCHIVED', 'STATE_ARCHIVED'],
    ['DELETED', 'STATE_DELETED'],
  ] as const)('with the status %s, other fields change or are refused with %s', (status, reason) => {
    expect(changeObstacle(status)?.reason).toBe(reason);
  });
});

const page = { status: 'active' as const, tasks: ['ADVERTISE'], used: 249, limit: 250 };
const fine: OpenFacts = {
  account: { undeliverable: null, accountStatus: 1, disableReason: 0 },
  parentStatuses: ['ACTIVE', 'ACTIVE'],
  ad: { review: 'approved', policies: [], landingStatus: 'online', page },
  endsAt: null,
  isContentOff: false,
};
const withAd = (more: Partial<NonNullable<OpenFacts['ad']>>): Partial<OpenFacts> => ({
  ad: { review: 'approved', policies: [], landingStatus: 'online', page, ...more },
});

/** In the order of the checks. */
const obstacles: [string, Partial<OpenFacts>][] = [
  ['ACCOUNT_NOT_DELIVERABLE', { account: { undeliverable: 'account_status', accountStatus: 2, disableReason: 3 } }],
  ['PARENT_GONE', { parentStatuses: ['ACTIVE', 'ARCHIVED'] }],
  ['AD_DISAPPROVED', withAd({ review: 'rejected', policies: ['Adult content', 'Destination'] })],
  ['LANDING_OFFLINE', withAd({ landingStatus: 'offline' })],
  ['HOMEPAGE_UNUSABLE', withAd({ page: { ...page, status: 'restricted' } })],
  ['PAGE_AD_LIMIT', withAd({ page: { ...page, used: 250 } })],
  ['SCHEDULE_ENDED', { endsAt: NOW }],
  ['CONTENT_OFF', { isContentOff: true }],
];

describe('opening', () => {
  test('is allowed when everything is in order', () => {
    expect(openObstacle(fine, NOW)).toBeNull();
    expect(openObstacle({ ...fine, ad: null, endsAt: new Date(NOW.getTime() + 1) }, NOW)).toBeNull();
    expect(openObstacle({ ...fine, ...withAd({ review: 'pending', landingStatus: null, page: null }) }, NOW)).toBeNull();
  });

  test.each(obstacles)('is refused with %s', (reason, more) => {
    expect(openObstacle({ ...fine, ...more }, NOW)?.reason).toBe(reason);
  });

  test('reports the first of several reasons', () => {
    for (const [at, [reason, more]] of obstacles.entries()) {
      // Of two obstacles of the ad itself, only the first can be reported.
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

  test('reports the numbers and texts', () => {
    const refusal = (more: Partial<OpenFacts>) => openObstacle({ ...fine, ...more }, NOW);
    expect(refusal({ account: { undeliverable: 'account_status', accountStatus: 2, disableReason: 3 } })).toMatchObject({
      data: { account_status: 2, disable_reason: 3, undeliverable_reason: 'account_status' },
      text: { zh: '账户不可投放：已停用 支付风险', en: 'Account cannot deliver: Disabled Payment risk' },
    });
    expect(refusal({ account: { undeliverable: 'spend_cap', accountStatus: 1, disableReason: 0 } })?.text?.en).toBe(
      'Account cannot deliver: Spending limit reached',
    );
    expect(refusal(withAd({ review: 'rejected', policies: ['Adult content', 'Destination'] }))?.data).toEqual({
      policy: 'Adult content, Destination',
    });
    expect(refusal(withAd({ page: { ...page, used: 250 } }))?.data).toEqual({ used: 250, limit: 250 });
    expect(refusal(withAd({ page: { ...page, tasks: [] } }))?.text).toEqual({
      zh: '主页不可用：授权者没有投放权限',
      en: 'Page unusable: The authorising person may not advertise',
    });
  });

  test('is refused below a deleted parent and warned about below a paused one', () => {
    expect(openObstacle({ ...fine, parentStatuses: ['DELETED'] }, NOW)?.reason).toBe('PARENT_GONE');
    expect(openObstacle({ ...fine, parentStatuses: ['PAUSED', 'ACTIVE'] }, NOW)).toBeNull();
    expect(openWarning({ parentStatuses: ['ACTIVE', 'PAUSED'] })).toBe('PARENT_PAUSED');
    expect(openWarning({ parentStatuses: ['ACTIVE', 'ACTIVE'] })).toBeNull();
    expect(openWarning({ parentStatuses: [] })).toBeNull();
  });
});
