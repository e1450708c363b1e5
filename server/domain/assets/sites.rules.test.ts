import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeDomain, urlTagMacros } from '#contracts/rules/sites.ts';
import { findAppUrlFaults, findNextTry, findUrlTagsFault, toProof } from './sites.rules.ts';

describe('the domain of a site', () => {
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !/^..--/.test(text));
  const domain = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('com', 'test', 'co'))
    .map(([labels, top]) => [...labels, top].join('.'));

  it('is stored in lower case without spaces', () => {
    fc.assert(
      fc.property(domain, fc.constantFrom('', ' '), (name, space) => {
        expect(normalizeDomain(`${space}${name.toUpperCase()}${space}`)).toBe(name);
      }),
    );
  });

  it('is unchanged by a second normalization', () => {
    fc.assert(
      fc.property(fc.oneof(domain, fc.string()), (typed) => {
        const host = normalizeDomain(typed);
        if (host !== undefined) expect(normalizeDomain(host)).toBe(host);
      }),
    );
  });

  it('is the host of a URL built with it', () => {
    fc.assert(
      fc.property(fc.oneof(domain, fc.string({ unit: 'grapheme' }), fc.domain()), (typed) => {
        const host = normalizeDomain(typed);
        if (host !== undefined) expect(new URL(`https://${typed.trim()}/`).hostname).toBe(host);
      }),
    );
  });

  it('in another script is converted to its xn-- form', () => {
    expect(normalizeDomain('Bücher.example')).toBe('xn--bcher-kva.example');
    expect(normalizeDomain('短剧.公司')).toBe('xn--cerr82g.xn--55qx5d');
  });

  it('rejects schemes, ports, paths, users, IP addresses and single labels', () => {
    const wrong = [
      '',
      ' ',
      'https://a.com',
      'a.com/x',
      'a.com:443',
      'me@a.com',
      'a.com?x',
      'a.com#x',
      'localhost',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      'a..com',
      '.a.com',
      'a.com.',
      '-a.com',
      'a-.com',
      'a_b.com',
      'a b.com',
      '%61.com',
      'xn--a.com',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(126)}com`,
      'a.com\n',
    ];
    expect(wrong.filter((typed) => normalizeDomain(typed) !== undefined)).toEqual(['a.com\n']);
    expect(normalizeDomain(`${'a.'.repeat(125)}com`)).toHaveLength(253);
  });
});

describe('the template of url tags', () => {
  const macro = fc.constantFrom(...urlTagMacros).map((name) => `{{${name}}}`);
  const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((text) => text !== 'ad_id');
  const tag = fc
    .tuple(
      key,
      fc.oneof(
        macro,
        fc.stringMatching(/^[a-z0-9]{0,6}$/),
        fc.tuple(macro, macro).map(([a, b]) => `${a}-${b}`),
      ),
    )
    .map(([name, value]) => `${name}=${value}`);
  const tags = fc.uniqueArray(tag, { maxLength: 5, selector: (text) => text.split('=')[0] });

  it('is valid with the ad tag at any position', () => {
    fc.assert(
      fc.property(tags, fc.nat(5), (others, place) => {
        expect(findUrlTagsFault(others.toSpliced(place, 0, 'ad_id={{ad.id}}').join('&'))).toBeNull();
      }),
    );
  });

  it('is refused without the ad tag', () => {
    fc.assert(
      fc.property(tags, (others) => {
        expect(findUrlTagsFault(others.join('&'))).toMatchObject({ field: 'url_tags', rule: 'urlTagsAd' });
      }),
    );
    for (const near of ['bad_id={{ad.id}}', 'ad_id={{ad.id}}x', 'ad_id={{ ad.id }}', 'AD_ID={{ad.id}}', 'ad_id=ad.id']) {
      expect(findUrlTagsFault(near)?.rule, near).toBe('urlTagsAd');
    }
  });

  it('names an unknown macro', () => {
    expect(findUrlTagsFault('ad_id={{ad.id}}&x={{ad.name}}')).toEqual({
      field: 'url_tags',
      rule: 'urlTagsMacro',
      params: { macro: '{{ad.name}}' },
    });
  });

  it('consists of key-value pairs with unique keys', () => {
    const wrong = [
      '?ad_id={{ad.id}}&',
      'ad_id={{ad.id}}&',
      'ad_id={{ad.id}}&x',
      'ad_id={{ad.id}}&=x',
      'ad_id={{ad.id}}&x={{ad.id}',
      'ad_id={{ad.id}}&x=a b',
      'ad_id={{ad.id}}&x=#',
    ];
    for (const text of wrong) expect(['urlTagsForm', 'urlTagsAd'], text).toContain(findUrlTagsFault(text)?.rule);
    expect(findUrlTagsFault('ad_id={{ad.id}}&x=1&x=2')?.rule).toBe('urlTagsTwice');
    expect(findUrlTagsFault('ad_id={{ad.id}}&ad_id=2')?.rule).toBe('urlTagsTwice');
  });
});

describe('app store addresses', () => {
  it('must be https, and an app needs at least one', () => {
    const none = { app_url_ios: null, app_url_android: null };
    expect(findAppUrlFaults({ kind: 'app', ...none })).toEqual([{ field: 'app_url_ios', rule: 'appUrl' }]);
    expect(findAppUrlFaults({ kind: 'h5', ...none })).toEqual([]);
    expect(findAppUrlFaults({ kind: 'app', ...none, app_url_android: 'https://play.example/app' })).toEqual([]);
    expect(findAppUrlFaults({ kind: 'app', app_url_ios: 'http://a.example', app_url_android: 'javascript:1' })).toEqual([
      { field: 'app_url_ios', rule: 'https' },
      { field: 'app_url_android', rule: 'https' },
    ]);
  });
});

describe('the proof of a domain', () => {
  it('contains the token of the site in the chosen form', () => {
    const site = { domain: 'a.test', verify_token: 'abc' };
    expect(toProof({ ...site, verify_method: 'dns_txt' })).toMatchObject({
      name: '_site-verification.a.test',
      value: 'site-verification=abc',
    });
    expect(toProof({ ...site, verify_method: 'meta_tag' }).value).toBe('<meta name="site-verification" content="abc">');
    expect(toProof({ ...site, verify_method: 'html_file' })).toMatchObject({ name: '/site-verification-abc.html', value: 'abc' });
  });

  it('can be checked once a minute', () => {
    const now = new Date('2026-11-20T08:00:00Z');
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    expect(findNextTry(null, now)).toBeNull();
    expect(findNextTry(before(60), now)).toBeNull();
    expect(findNextTry(before(59), now)).toEqual(new Date(now.getTime() + 1000));
  });
});
