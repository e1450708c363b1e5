import { describe, expect, it, test } from 'vitest';
import { buildCopyName, buildNodes, type CopyOptions, type CopyParts, withAccountName } from './copy-nodes.ts';
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
  names_account: false,
};
const campaign = { ...common, id: 2 } as SourceCampaign;
const group = { ...common, id: 3, pixel_id: 9 } as SourceGroup;
const texts = { primary_text: 'x', headline: null, call_to_action: 'WATCH_MORE', url_tags: '' };
const postAd: SourceAd = {
  ...common,
  ...texts,
  id: 4,
  ad_group_id: 3,
  material_id: 40,
  post_id: 41,
  homepage_id: 42,
  landing_page_id: 43,
  pixel_id: 9,
};

const partState = { label: '', is_usable: true, reason: '' };
const copyParts: CopyParts = {
  parts: {
    material: new Map(),
    post: new Map([[51, { ...partState, id: 51, material_id: 50, homepage_id: 52, landing_page_id: 53 }]]),
    homepage: new Map(),
    landing_page: new Map(),
  },
  pixels: new Map(),
  accounts: new Map(),
};
const sources: Sources = { campaigns: new Map([[2, campaign]]), groups: new Map([[3, group]]), ads: new Map([[4, postAd]]) };

function buildCopy(replaced: Record<string, number>) {
  const options: CopyOptions = {
    level: 'ad',
    deep: true,
    status: 'PAUSED',
    budget: undefined,
    startAt: null,
    rename: undefined,
    isFromDeleted: false,
    replace: (part, id) => replaced[`${part} ${id}`] ?? id,
    targetGroup: undefined,
    edit: undefined,
    now: new Date('2026-11-20T00:00:00Z'),
  };
  const original = { campaign, group, ad: postAd, own: postAd };
  return buildNodes(original, sources, { id: 1 } as PlanAccount, options, copyParts, 1)[0]?.node;
}

test('a copy with another post uses the homepage, material and landing page of that post', () => {
  expect(buildCopy({ 'post 41': 51 })).toMatchObject({ post_id: 51, material_id: 50, homepage_id: 52, landing_page_id: 53 });
});

test('a copied ad of a post ignores replacements of materials and homepages', () => {
  expect(buildCopy({ 'material 40': 50, 'homepage 42': 52 })).toMatchObject({ post_id: 41, material_id: 40, homepage_id: 42 });
});

describe('the name of a copy', () => {
  it.each([
    [undefined, 1, 'A-US'],
    [undefined, 2, 'A-US (2)'],
    [{ prefix: 'x ', suffix: ' y' }, 1, 'x A-US y'],
    [{ find: 'US', replace: 'GB' }, 1, 'A-GB'],
    [{ find: 'FR', replace: 'GB' }, 3, 'A-US (3)'],
  ])('%j, number %i', (rename, number, expected) => {
    expect(buildCopyName('A-US', rename, number)).toBe(expected);
  });
});

test('a name takes the account of its copy where it holds that of its original, spaces joined as in templates', () => {
  expect(withAccountName('X_Galaxy US 01_01', 'Galaxy  US 01', 'Galaxy $& UK')).toBe('X_Galaxy $& UK_01');
  expect(withAccountName('X_01', 'Galaxy US 01', 'Galaxy UK')).toBe('X_01');
});
