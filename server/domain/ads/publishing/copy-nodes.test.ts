import { describe, expect, it, test } from 'vitest';
import { type CopyWish, copiedName, nodesOf, type Standings } from './copy-nodes.ts';
import type { SourceAd, SourceCampaign, SourceGroup, Sources } from './copy-sources.query.ts';
import type { PlanAccount } from './plan-parts.ts';

const common = {
  ad_account_id: 1,
  campaign_id: 2,
  name: 'A',
  status: 'ACTIVE' as const,
  deleted_at: null,
  biz: 'dj' as const,
  drama_id: 5,
  product_id: null,
  scheme_id: null,
  scheme_version: null,
};
const campaign = { ...common, id: 2 } as SourceCampaign;
const group = { ...common, id: 3, pixel_id: 9 } as SourceGroup;
const shown = { primary_text: 'x', headline: null, call_to_action: 'WATCH_MORE', url_tags: '' };
const ofPost: SourceAd = {
  ...common,
  ...shown,
  id: 4,
  ad_group_id: 3,
  material_id: 40,
  post_id: 41,
  homepage_id: 42,
  landing_page_id: 43,
  pixel_id: 9,
};

const standing = { label: '', is_usable: true, reason: '' };
const standings: Standings = {
  parts: {
    material: new Map(),
    post: new Map([[51, { ...standing, id: 51, material_id: 50, homepage_id: 52, landing_page_id: 53 }]]),
    homepage: new Map(),
    landing_page: new Map(),
  },
  pixels: new Map(),
  accounts: new Map(),
};
const sources: Sources = { campaigns: new Map([[2, campaign]]), groups: new Map([[3, group]]), ads: new Map([[4, ofPost]]) };

function copyOf(replaced: Record<string, number>) {
  const wish: CopyWish = {
    level: 'ad',
    deep: true,
    status: 'PAUSED',
    budget: undefined,
    startAt: null,
    rename: undefined,
    isFromDeleted: false,
    replaced: (part, id) => replaced[`${part} ${id}`] ?? id,
    targetGroup: undefined,
    now: new Date('2026-11-20T00:00:00Z'),
  };
  const original = { campaign, group, ad: ofPost, own: ofPost };
  return nodesOf(original, sources, { id: 1 } as PlanAccount, wish, standings, 1)[0]?.node;
}

test('an ad of a post that is copied with another post is that of its page, its material and its landing page', () => {
  expect(copyOf({ 'post 41': 51 })).toMatchObject({ post_id: 51, material_id: 50, homepage_id: 52, landing_page_id: 53 });
});

test('an ad of a post shows what the post shows, whatever material or page stands in for others', () => {
  expect(copyOf({ 'material 40': 50, 'homepage 42': 52 })).toMatchObject({ post_id: 41, material_id: 40, homepage_id: 42 });
});

describe('the name of a copy', () => {
  it.each([
    [undefined, 1, 'A-US'],
    [undefined, 2, 'A-US (2)'],
    [{ prefix: 'x ', suffix: ' y' }, 1, 'x A-US y'],
    [{ find: 'US', replace: 'GB' }, 1, 'A-GB'],
    [{ find: 'FR', replace: 'GB' }, 3, 'A-US (3)'],
  ])('%j, number %i', (rename, number, expected) => {
    expect(copiedName('A-US', rename, number)).toBe(expected);
  });
});
