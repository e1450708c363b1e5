import { describe, expect, it } from 'vitest';
import { normalizeDomain, unknownMacros } from '#contracts/rules/sites.ts';
import {
  blankGeneration,
  blankLanding,
  checkGeneration,
  checkLanding,
  GENERATED_MOST,
  generatedCount,
  type LandingRow,
  landingCopy,
  landingQuery,
  statusesFrom,
} from './landing-rules.ts';
import { blankSite, checkSite, filledIn, taggedUrl } from './site-rules.ts';

const site = { ...blankSite, name: '短剧站', domain: 'drama.test' };
const wrong = (changes: Partial<typeof site>) => Object.keys(checkSite({ ...site, ...changes }));

describe('the domain of a site', () => {
  it.each([
    ['drama.test', 'drama.test'],
    [' Drama.TEST ', 'drama.test'],
    ['a.b.c.example.com', 'a.b.c.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(normalizeDomain(typed)).toBe(kept);
    expect(wrong({ domain: typed })).toEqual([]);
  });

  it.each([
    'https://drama.test',
    'drama.test/path',
    'drama.test:8080',
    'user@drama.test',
    'drama',
    'drama test.com',
    '-drama.test',
    '127.0.0.1',
    'drama..test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
    'drama.test?x=1',
    'drama%2etest',
  ])('%s is none', (typed) => {
    expect(normalizeDomain(typed)).toBeUndefined();
    expect(wrong({ domain: typed })).toEqual(['domain']);
  });
});

describe('a site', () => {
  it('needs a name and a domain', () => {
    expect(Object.keys(checkSite(blankSite)).toSorted()).toEqual(['domain', 'name']);
    expect(wrong({ name: ' ' })).toEqual(['name']);
    expect(wrong({ name: 'x'.repeat(61) })).toEqual(['name']);
  });

  it('tells in its tags which ad a visit came from, names only macros that are filled in, and each tag once', () => {
    expect(checkSite({ ...site, url_tags: 'utm=1' }).url_tags).toEqual({ rule: 'contains', params: { text: 'ad_id={{ad.id}}' } });
    expect(checkSite({ ...site, url_tags: 'ad_id={{ad.id}}&c={{campain.id}}' }).url_tags).toMatchObject({ rule: 'enum' });
    expect(checkSite({ ...site, url_tags: 'ad_id={{ad.id}}&ad_id=1' }).url_tags).toEqual({ rule: 'pattern' });
    expect(checkSite({ ...site, url_tags: '?ad_id={{ad.id}}' }).url_tags).toMatchObject({ rule: 'contains' });
    expect(checkSite({ ...site, url_tags: 'ad_id={{ad.id}}&a b=1' }).url_tags).toEqual({ rule: 'pattern' });
    expect(unknownMacros('{{ad.id}}{{x}}{{ ad.id }}')).toEqual(['x', ' ad.id ']);
    expect(wrong({ url_tags: `ad_id={{ad.id}}${'x'.repeat(500)}` })).toEqual(['url_tags']);
  });

  it('that is an app needs an address in one of the stores, over https', () => {
    expect(wrong({ kind: 'app' })).toEqual(['app_url_ios']);
    expect(wrong({ kind: 'app', app_url_android: 'https://play.example/app' })).toEqual([]);
    expect(wrong({ kind: 'app', app_url_ios: 'http://apps.example' })).toEqual(['app_url_ios']);
    expect(wrong({ kind: 'h5', app_url_ios: 'left over' })).toEqual([]);
  });

  it('has for defaults only what belongs to it', () => {
    expect(wrong({ pixel_ids: [1], default_pixel_id: 2, homepage_ids: [], default_homepage_id: 3 })).toEqual([
      'default_pixel_id',
      'default_homepage_id',
    ]);
    expect(wrong({ pixel_ids: [1], default_pixel_id: 1 })).toEqual([]);
  });

  it('shows in an example what a visitor would see', () => {
    const tagged = taggedUrl('https://drama.test/a', '?ad_id={{ad.id}}&from={{site_source_name}}&odd={{x}}');
    expect(tagged).toBe('https://drama.test/a?ad_id={{ad.id}}&from={{site_source_name}}&odd={{x}}');
    expect(filledIn(tagged)).toBe('https://drama.test/a?ad_id=120210000000000301&from=fb&odd={{x}}');
    expect(taggedUrl('https://drama.test/a?b=1', 'c=2')).toBe('https://drama.test/a?b=1&c=2');
  });
});

const landing = { ...blankLanding, site_id: 9, content_id: 2, title: '霸总归来', slug: 'bazong', language: 'en' };

describe('a landing page', () => {
  it('needs content, title, slug and language', () => {
    expect(Object.keys(checkLanding(blankLanding)).toSorted()).toEqual(['content_id', 'language', 'slug', 'title']);
    expect(checkLanding(landing)).toEqual({});
  });

  it.each(['Bazong', 'ba zong', 'ba_zong', '霸总', 'a'.repeat(81), 'a/b'])('has no slug like %s', (slug) => {
    expect(Object.keys(checkLanding({ ...landing, slug }))).toEqual(['slug']);
  });

  it('begins at an episode only with a template of dramas that has one', () => {
    expect(Object.keys(checkLanding({ ...landing, start_episode: 0 }))).toEqual(['start_episode']);
    expect(Object.keys(checkLanding({ ...landing, start_episode: 501 }))).toEqual(['start_episode']);
    expect(checkLanding({ ...landing, template: 'quiz', start_episode: 0 })).toEqual({});
    expect(checkLanding({ ...landing, biz: 'ec', start_episode: 0 })).toEqual({});
  });

  it('is a draft once, and never again', () => {
    expect(statusesFrom(undefined)).toEqual(['draft', 'online']);
    expect(statusesFrom('draft')).toEqual(['draft', 'online']);
    expect(statusesFrom('offline')).toEqual(['online', 'offline']);
  });

  it('is copied under another slug that still fits, as a draft', () => {
    const row = { ...landing, site: { id: 9, label: '' }, content: { id: 2, label: '' }, slug: 'a'.repeat(80), status: 'online' };
    const { values, subject } = landingCopy(row as unknown as LandingRow);
    expect(values).toMatchObject({ slug: `${'a'.repeat(75)}-copy`, status: 'draft', site_id: 9 });
    expect(checkLanding(values)).toEqual({});
    expect(subject).toBeUndefined();
  });

  it('stands in the address beside its site', () => {
    const search = '?keyword=site&landing_site_id=9&landing_status=online&landing_sort=title.desc';
    expect(landingQuery.read(search)).toMatchObject({
      filters: { site_id: 9, status: 'online' },
      sort: { field: 'title', order: 'desc' },
    });
    expect(landingQuery.replaceIn(search, '')).toBe('?keyword=site');
  });
});

describe('landing pages by the dozen', () => {
  const many = { ...blankGeneration, content_ids: [1, 2, 3], languages: ['en', 'es'], templates: ['list', 'quiz'] as const };

  it('are counted as contents by languages by templates', () => {
    expect(generatedCount({ ...many, templates: [...many.templates] })).toBe(12);
    expect(generatedCount(blankGeneration)).toBe(0);
  });

  it('are two hundred at most, and it is said how many contents there is room for', () => {
    const content_ids = Array.from({ length: 51 }, (_, index) => index + 1);
    const values = { ...many, templates: [...many.templates], content_ids };
    expect(checkGeneration(values)).toEqual({ content_ids: { rule: 'arrayMax', params: { max: 50 } } });
    expect(checkGeneration({ ...values, content_ids: content_ids.slice(0, 50) })).toEqual({});
    expect(50 * 4).toBe(GENERATED_MOST);
  });

  it('need one of each', () => {
    expect(Object.keys(checkGeneration(blankGeneration)).toSorted()).toEqual(['content_ids', 'languages', 'templates']);
  });
});
