import { describe, expect, it } from 'vitest';
import { toUsersPlace } from './object-places.ts';

describe('the ads for which an object stays', () => {
  it.each([
    ['post', 'POST_IN_USE', 'post_id=7&effective_status=ACTIVE%2CPENDING_REVIEW'],
    ['landing_page', 'LANDING_IN_USE', 'landing_page_id=7&effective_status=ACTIVE'],
    ['ad_account', 'ASSET_IN_USE', 'ad_account_id=7&effective_status=ACTIVE'],
  ])('are the running ones of a %s', (target_type, reason, expected) => {
    const place = toUsersPlace({ target_type, target_id: 7, reason });
    expect(place?.pathname).toBe('/advertising/start');
    expect(place?.search).toContain(`?tab=ad&${expected}`);
  });

  it('are all of them for a creative, which any ad keeps', () => {
    expect(toUsersPlace({ target_type: 'material', target_id: 7, reason: 'MATERIAL_IN_USE' })?.search).toBe('?tab=ad&material_id=7');
  });

  it.each([
    [{ target_type: 'post', target_id: 7, reason: 'NOT_OWNER' }],
    [{ target_type: 'post', target_id: null, reason: 'POST_IN_USE' }],
    [{ target_type: 'pixel', target_id: 7, reason: 'ASSET_IN_USE' }],
  ])('are unknown for %j', (row) => {
    expect(toUsersPlace(row)).toBeUndefined();
  });
});
