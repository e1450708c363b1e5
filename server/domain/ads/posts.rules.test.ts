import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postStatuses } from '#contracts/vocabulary/posts.ts';
import { combinePosts, countPosts, findPostFaults, isCreatable, isDeletable, isSyncable } from './posts.rules.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const plain = { landing_page_id: 1, link_url: null, published: false, scheduled_at: null };
const rulesOf = (post: Parameters<typeof findPostFaults>[0]) => findPostFaults(post, NOW).map(({ field, rule }) => `${field} ${rule}`);

describe('a post', () => {
  it.each([
    ['draft', true, true, false],
    ['creating', false, false, true],
    ['ready', false, true, true],
    ['failed', true, true, false],
    ['lost', false, true, true],
    ['deleted', false, false, false],
  ] as const)('with the status %s can be created and edited: %s, deleted: %s, synchronised: %s', (status, created, deleted, synced) => {
    expect([isCreatable(status), isDeletable(status), isSyncable(status)]).toEqual([created, deleted, synced]);
  });

  it('has a rule for every status', () => {
    expect(postStatuses).toHaveLength(6);
  });

  it('leads either to a landing page or to a link', () => {
    expect(rulesOf(plain)).toEqual([]);
    expect(rulesOf({ ...plain, landing_page_id: null, link_url: 'https://a.test/x' })).toEqual([]);
    expect(rulesOf({ ...plain, landing_page_id: null })).toEqual(['landing_page_id landingOrLink']);
    expect(rulesOf({ ...plain, link_url: 'https://a.test/x' })).toEqual(['landing_page_id landingOrLink']);
  });

  it.each(['http://a.test/', 'javascript:alert(1)', 'a.test', '//a.test', 'https://', 'https://me:secret@a.test/'])(
    'does not lead to %s',
    (link_url) => {
      expect(rulesOf({ ...plain, landing_page_id: null, link_url })).toEqual(['link_url https']);
    },
  );

  it('is published at once, or 10 minutes to 30 days later', () => {
    const at = (minutes: number) => rulesOf({ ...plain, published: true, scheduled_at: inMinutes(minutes) });
    expect(at(9)).toEqual(['scheduled_at scheduleRange']);
    expect(at(10)).toEqual([]);
    expect(at(30 * 1440)).toEqual([]);
    expect(at(30 * 1440 + 1)).toEqual(['scheduled_at scheduleRange']);
    expect(rulesOf({ ...plain, scheduled_at: inMinutes(60) })).toEqual(['scheduled_at scheduleUnpublished']);
  });
});

describe('a bulk order of posts', () => {
  const order = { homepage_ids: [1, 2, 3], material_ids: [10, 20], texts: ['a', 'b'], headlines: ['x', 'y', 'z'] };

  it('combines every material with every homepage, with texts and headlines in turn', () => {
    expect(combinePosts({ ...order, combine: 'each' }).map((post) => Object.values(post).join(' '))).toEqual([
      '1 10 a x',
      '2 10 b y',
      '3 10 a z',
      '1 20 b x',
      '2 20 a y',
      '3 20 b z',
    ]);
  });

  it('creates one post per material with the homepages in turn', () => {
    expect(combinePosts({ ...order, material_ids: [10, 20, 30, 40], headlines: [], combine: 'rotate' })).toEqual(
      [
        [1, 10, 'a'],
        [2, 20, 'b'],
        [3, 30, 'a'],
        [1, 40, 'b'],
      ].map(([homepage_id, material_id, message]) => ({ homepage_id, material_id, message, headline: null })),
    );
  });

  it('creates as many posts as it counts', () => {
    const ids = (max: number) => fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: max });
    fc.assert(
      fc.property(ids(20), ids(50), fc.constantFrom('each' as const, 'rotate' as const), (homepage_ids, material_ids, combine) => {
        const batch = { ...order, homepage_ids, material_ids, combine };
        expect(combinePosts(batch)).toHaveLength(countPosts(batch));
      }),
    );
  });
});
