import { describe, expect, test } from 'vitest';
import { computeEffectiveStatus, type StatusFacts } from './effective-status.rules.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const past = new Date(NOW.getTime() - 1);
const future = new Date(NOW.getTime() + 1);

const fine: StatusFacts = {
  status: 'ACTIVE',
  isDeliverable: true,
  syncState: 'synced',
  review: 'approved',
  campaignStatus: 'ACTIVE',
  groupStatus: 'ACTIVE',
  startsAt: null,
  endsAt: null,
  isSpent: false,
  issue: null,
  openAds: null,
};

/** In order of precedence. */
const causes: [string, Partial<StatusFacts>][] = [
  ['DELETED', { status: 'DELETED' }],
  ['ARCHIVED', { status: 'ARCHIVED' }],
  ['ACCOUNT_BLOCKED', { isDeliverable: false }],
  ['MISSING', { syncState: 'missing' }],
  ['IN_PROCESS', { syncState: 'pushing' }],
  ['PENDING_REVIEW', { review: 'pending' }],
  ['DISAPPROVED', { review: 'rejected' }],
  ['PAUSED', { status: 'PAUSED' }],
  ['CAMPAIGN_PAUSED', { campaignStatus: 'PAUSED' }],
  ['ADSET_PAUSED', { groupStatus: 'PAUSED' }],
  ['SCHEDULED', { startsAt: future }],
  ['COMPLETED', { endsAt: NOW }],
  ['COMPLETED', { isSpent: true }],
  ['WITH_ISSUES', { issue: 'EMPTY' }],
];

describe('the effective status', () => {
  test.each(causes)('is %s with %o', (status, cause) => {
    expect(computeEffectiveStatus({ ...fine, ...cause }, NOW)).toBe(status);
  });

  test('is ACTIVE when nothing prevents delivery', () => {
    expect(computeEffectiveStatus(fine, NOW)).toBe('ACTIVE');
    expect(computeEffectiveStatus({ ...fine, startsAt: NOW, endsAt: future }, NOW)).toBe('ACTIVE');
    expect(computeEffectiveStatus({ ...fine, review: null, campaignStatus: null, groupStatus: null, startsAt: past }, NOW)).toBe('ACTIVE');
    // After a failed push the object keeps its state on the channel.
    expect(computeEffectiveStatus({ ...fine, syncState: 'push_failed' }, NOW)).toBe('ACTIVE');
  });

  test.each([
    ['ACTIVE', ['DISAPPROVED', 'PENDING_REVIEW', 'ACTIVE']],
    ['WITH_ISSUES', ['PENDING_REVIEW', 'WITH_ISSUES']],
    ['IN_PROCESS', ['IN_PROCESS', 'PENDING_REVIEW']],
    ['PENDING_REVIEW', ['DISAPPROVED', 'PENDING_REVIEW']],
    ['SCHEDULED', ['SCHEDULED', 'DISAPPROVED']],
    ['DISAPPROVED', ['ADSET_PAUSED', 'DISAPPROVED']],
    ['ADSET_PAUSED', ['COMPLETED', 'ADSET_PAUSED']],
    ['COMPLETED', ['MISSING', 'COMPLETED']],
    ['ADS_OFF', ['MISSING']],
    ['ADS_OFF', []],
  ] as const)('of a campaign or ad group is %s when its open ads are %o', (status, openAds) => {
    const holder = { ...fine, review: null, openAds };
    expect(computeEffectiveStatus(holder, NOW)).toBe(status);
    expect(computeEffectiveStatus({ ...holder, status: 'PAUSED' }, NOW)).toBe('PAUSED');
    expect(computeEffectiveStatus({ ...holder, issue: 'EMPTY' }, NOW)).toBe('WITH_ISSUES');
  });

  test('follows the first cause that applies', () => {
    for (const [at, [status, cause]] of causes.entries()) {
      const later = Object.assign({}, ...causes.slice(at + 1).map(([, more]) => more));
      expect(computeEffectiveStatus({ ...fine, ...later, ...cause }, NOW), status).toBe(status);
    }
  });

  test('is the same below an archived campaign as below a paused one', () => {
    expect(computeEffectiveStatus({ ...fine, campaignStatus: 'ARCHIVED' }, NOW)).toBe('CAMPAIGN_PAUSED');
    expect(computeEffectiveStatus({ ...fine, groupStatus: 'ARCHIVED' }, NOW)).toBe('ADSET_PAUSED');
  });
});
