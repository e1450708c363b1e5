import { describe, expect, test } from 'vitest';
import { type Circumstances, effectiveStatus } from './effective-status.rules.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const past = new Date(NOW.getTime() - 1);
const future = new Date(NOW.getTime() + 1);

const fine: Circumstances = {
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

/** In the order of their precedence. */
const causes: [string, Partial<Circumstances>][] = [
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

describe('what an object comes to', () => {
  test.each(causes)('is %s with %o', (status, cause) => {
    expect(effectiveStatus({ ...fine, ...cause }, NOW)).toBe(status);
  });

  test('is ACTIVE where nothing is in its way', () => {
    expect(effectiveStatus(fine, NOW)).toBe('ACTIVE');
    expect(effectiveStatus({ ...fine, startsAt: NOW, endsAt: future }, NOW)).toBe('ACTIVE');
    expect(effectiveStatus({ ...fine, review: null, campaignStatus: null, groupStatus: null, startsAt: past }, NOW)).toBe('ACTIVE');
    // What was refused once stands as it stands on the channel.
    expect(effectiveStatus({ ...fine, syncState: 'push_failed' }, NOW)).toBe('ACTIVE');
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
  ] as const)('of what holds ads is %s with open ads that come to %o', (status, openAds) => {
    const holder = { ...fine, review: null, openAds };
    expect(effectiveStatus(holder, NOW)).toBe(status);
    expect(effectiveStatus({ ...holder, status: 'PAUSED' }, NOW)).toBe('PAUSED');
    expect(effectiveStatus({ ...holder, issue: 'EMPTY' }, NOW)).toBe('WITH_ISSUES');
  });

  test('is the first of all causes that apply', () => {
    for (const [at, [status, cause]] of causes.entries()) {
      const later = Object.assign({}, ...causes.slice(at + 1).map(([, more]) => more));
      expect(effectiveStatus({ ...fine, ...later, ...cause }, NOW), status).toBe(status);
    }
  });

  test('in an archived campaign is as in a paused one', () => {
    expect(effectiveStatus({ ...fine, campaignStatus: 'ARCHIVED' }, NOW)).toBe('CAMPAIGN_PAUSED');
    expect(effectiveStatus({ ...fine, groupStatus: 'ARCHIVED' }, NOW)).toBe('ADSET_PAUSED');
  });
});
